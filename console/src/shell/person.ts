interface Named {
  readonly username?: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The best name we have for somebody. */
export function displayName(person: Named): string {
  const full = [person.firstName, person.lastName].filter((name) => name).join(' ');
  return full || person.username || person.email || 'You';
}

export function initials(person: Named): string {
  const words = displayName(person)
    .split(/[\s@._-]+/)
    .filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');
}
