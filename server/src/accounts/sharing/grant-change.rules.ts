import type { Access, RoleNames, SharedRole } from './role.rules.ts';

/** One line of a request, whichever route it came by. `role: null` takes the access away. */
export interface WantedGrant {
  readonly type: 'user' | 'group' | 'organization';
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly role: string | null;
  readonly canShare?: boolean | undefined;
  readonly canUseData?: boolean | undefined;
}

const NO_ROLE = 'NO_ROLE';

/** Null: no access any more. Undefined: the kind has no such role. */
export function meantRole(names: RoleNames, role: string | null): SharedRole | null | undefined {
  if (role === null || role === NO_ROLE) return null;
  return Object.hasOwn(names.takes, role) ? names.takes[role] : undefined;
}

export const roleNames = (names: RoleNames): string => [...Object.keys(names.takes), NO_ROLE].join(', ');

/** Owners may do everything; what is not said stays as it was, else as is usual for the role and the route. */
export function flagsOf(
  role: SharedRole,
  wanted: Pick<WantedGrant, 'canShare' | 'canUseData'>,
  before: Access | undefined,
  sharesUnlessSaid: boolean,
): Access {
  if (role === 'OWNER') return { role, canShare: true, canUseData: true };
  const usedBefore = before?.role === role ? before.canUseData : true;
  return {
    role,
    canShare: wanted.canShare ?? before?.canShare ?? sharesUnlessSaid,
    canUseData: role !== 'OBSERVER' && (wanted.canUseData ?? usedBefore),
  };
}
