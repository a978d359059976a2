/** Where to go after signing in: only ever a page of this console, whatever the link said. */
export function ownPage(next: string | undefined, origin: string): string {
  if (next === undefined || !next.startsWith('/')) return '/';
  const address = URL.parse(next, origin);
  if (address === null || address.origin !== origin || address.pathname === '/login') return '/';
  return address.pathname + address.search + address.hash;
}
