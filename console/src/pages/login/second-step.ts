const NAME = 'almanac-second-factor';

/**
 * Whether the second step follows by itself. The API never tells whether an account has a second factor, so the
 * browser remembers that one was used here last time. Only that: no name, no secret.
 */
export function usedSecondFactor(): boolean {
  try {
    return localStorage.getItem(NAME) === 'yes';
  } catch {
    return false;
  }
}

export function rememberSecondFactor(used: boolean): void {
  try {
    if (used) localStorage.setItem(NAME, 'yes');
    else localStorage.removeItem(NAME);
  } catch {
    // Storage is blocked: the box has to be ticked each time.
  }
}

/** Where to go after signing in: only ever a page of this console, whatever the link said. */
export function ownPage(next: string | undefined, origin: string): string {
  if (next === undefined || !next.startsWith('/')) return '/';
  const address = URL.parse(next, origin);
  if (address === null || address.origin !== origin || address.pathname === '/login') return '/';
  return address.pathname + address.search + address.hash;
}
