import type { GrantRole } from '../model.ts';

/** Roles by name. What is not here is unknown and gives nothing: a custom level need not include reading. */
const roles: Readonly<Record<string, GrantRole>> = {
  read: 'read',
  write: 'write',
  owner: 'owner',
  'sp.full control': 'owner',
  'sp.design': 'write',
  'sp.edit': 'write',
  'sp.contribute': 'write',
  'sp.read': 'read',
  'sp.view only': 'read',
  'sp.limited access': 'none',
  'sp.web-only limited access': 'none',
};

const strength: readonly GrantRole[] = ['none', 'read', 'write', 'owner'];

/** The strongest of them; `none` for limited access (also written as an empty list), null when none is known. */
export function strongestRole(names: readonly string[]): GrantRole | null {
  if (names.length === 0) return 'none';
  const found = names.map((name) => roles[name.toLowerCase()]).filter((role) => role !== undefined);
  return found.reduce<GrantRole | null>(
    (best, role) => (best === null || strength.indexOf(role) > strength.indexOf(best) ? role : best),
    null,
  );
}
