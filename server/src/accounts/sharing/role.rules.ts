import type { Need } from '#platform/http/route-access.ts';

export type { Need };

/** What a person may do with a thing that is shared, from most to least. */
const LADDER = ['OWNER', 'EDITOR', 'CONSUMER', 'OBSERVER'] as const;
export type SharedRole = (typeof LADDER)[number];

export interface Access {
  readonly role: SharedRole;
  readonly canShare: boolean;
  readonly canUseData: boolean;
}

/** The words of a kind of thing: every name it takes for a role, and the one it tells. */
export interface RoleNames {
  readonly takes: Readonly<Record<string, SharedRole>>;
  readonly tells: Readonly<Record<SharedRole, string>>;
}

/** For most kinds. Clients know three words here, so an observer is told as a consumer whose `canUseData` is false. */
export const USUAL_ROLES: RoleNames = {
  takes: {
    OWNER: 'OWNER',
    ADMIN: 'OWNER',
    EDITOR: 'EDITOR',
    READ_WRITE: 'EDITOR',
    CONSUMER: 'CONSUMER',
    USER: 'CONSUMER',
    DATA_SCIENTIST: 'CONSUMER',
    READ_ONLY: 'CONSUMER',
    OBSERVER: 'OBSERVER',
  },
  tells: { OWNER: 'OWNER', EDITOR: 'EDITOR', CONSUMER: 'CONSUMER', OBSERVER: 'CONSUMER' },
};

/** The older `accessControl/` routes have words of their own. */
const OLD_NAMES: Readonly<Record<SharedRole, string>> = {
  OWNER: 'OWNER',
  EDITOR: 'READ_WRITE',
  CONSUMER: 'READ_ONLY',
  OBSERVER: 'READ_ONLY',
};

export const oldName = (role: SharedRole): string => OLD_NAMES[role];

export const FULL_ACCESS: Access = { role: 'OWNER', canShare: true, canUseData: true };

const height = (role: SharedRole): number => LADDER.length - LADDER.indexOf(role);
/** Nobody gives or takes away more than they have. */
export const reaches = (mine: SharedRole, other: SharedRole): boolean => height(mine) >= height(other);

/** One person may be reached in several ways (themselves, groups, the organization): the best of each counts. */
export const both = (one: Access, other: Access): Access => ({
  role: reaches(one.role, other.role) ? one.role : other.role,
  canShare: one.canShare || other.canShare,
  canUseData: one.canUseData || other.canUseData,
});

const allowed: Readonly<Record<Need, (access: Access) => boolean>> = {
  read: () => true,
  use: ({ role, canUseData }) => canUseData && reaches(role, 'CONSUMER'),
  write: ({ role }) => reaches(role, 'EDITOR'),
  share: ({ canShare }) => canShare,
  own: ({ role }) => role === 'OWNER',
};

/** The roles that allow it, whatever flags go with them. */
export const rolesFor = (need: 'read' | 'write'): readonly SharedRole[] =>
  LADDER.filter((role) => allowed[need]({ role, canShare: false, canUseData: false }));

export const allows = (access: Access, need: Need): boolean => allowed[need](access);

/** Everything that is allowed, from least to most. */
export const needsMetBy = (access: Access): Need[] =>
  (Object.keys(allowed) as Need[]).filter((need) => allows(access, need));

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
