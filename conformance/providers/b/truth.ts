import { type Grant, type Item, isGone, known, permissionRoot, type User, type Who, type World } from './world.ts';

/** What a mirror is told to do with links that name nobody. Everything else is decided by the provider. */
export interface Policy {
  readonly organizationLinks: 'deny' | 'tenant';
  /** `direct`: what can be known without routes of groups: who is in a group itself, not what is in it nor its owners. */
  readonly groups?: 'nested' | 'direct';
}

export interface Truth {
  mayRead(userId: string, itemId: string): boolean;
  /** Every item the user may read. */
  readable(userId: string): Set<string>;
}

/** Straight from the world's own state, sharing nothing with the code under test. */
export function truthOf(world: World, policy: Policy): Truth {
  const mayRead = (userId: string, itemId: string): boolean => {
    const user = known(world.users, userId, 'user');
    const item = known(world.items, itemId, 'item');
    if (!user.enabled || isGone(world, item) || isHidden(world, item)) return false;
    const groups = groupsOf(world, user, policy);
    return permissionRoot(world, item).grants.some((grant) => gives(world, policy, grant, user, groups));
  };
  return {
    mayRead,
    readable: (userId) => new Set([...world.items.keys()].filter((itemId) => mayRead(userId, itemId))),
  };
}

/** What lies below something the app cannot see hangs in the air for it: nobody gets it through the app. */
function isHidden(world: World, item: Item): boolean {
  for (let at: Item | undefined = item; at; at = at.parentId === null ? undefined : world.items.get(at.parentId))
    if (at.hidden) return true;
  return false;
}

/** Groups the user is in, directly or through groups; members of a hidden group are nobody's knowledge. */
function groupsOf(world: World, user: User, policy: Policy): Set<string> {
  const found = new Set<string>();
  const visit = (memberId: string) => {
    for (const group of world.groups.values()) {
      if (group.hidden || found.has(group.id) || !group.members.has(memberId)) continue;
      found.add(group.id);
      if (policy.groups !== 'direct') visit(group.id);
    }
  };
  visit(user.id);
  return found;
}

/** Levels that include reading. A level with a name of the tenant's own need not, and limited access does not. */
const READING = new Set(['read', 'write', 'owner', 'sp.full control', 'sp.edit', 'sp.contribute', 'sp.read']);
const givesReading = (grant: Grant) => grant.roles.some((role) => READING.has(role));

function gives(world: World, policy: Policy, grant: Grant, user: User, groups: Set<string>): boolean {
  if (!givesReading(grant) || (grant.expires !== undefined && grant.expires <= world.now())) return false;
  if (grant.link) {
    if (grant.link.scope === 'users') return grant.link.people.includes(user.id);
    return grant.link.scope === 'organization' && policy.organizationLinks === 'tenant' && !user.guest;
  }
  return grant.who !== undefined && covers(world, policy, grant.who, user, groups);
}

function covers(world: World, policy: Policy, who: Who, user: User, groups: Set<string>): boolean {
  if (who.kind === 'user') return who.id === user.id;
  if (who.kind === 'group') return groups.has(who.id);
  if (who.kind === 'groupOwners' && policy.groups === 'direct') return false;
  if (who.kind === 'groupOwners') return world.groups.get(who.id)?.owners.has(user.id) ?? false;
  if (who.kind === 'everyone') return true;
  return who.kind === 'everyoneExceptExternal' && !user.guest;
}
