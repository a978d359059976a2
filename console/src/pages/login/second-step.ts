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
