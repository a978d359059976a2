import { effective, isRemoved, isTrashed, known, type Permission, type User, type World } from './world.ts';

export interface Truth {
  /** `userId` of the directory. What is in the trash, or whose owner cannot be asked, counts as not there. */
  mayRead(userId: string, fileId: string): boolean;
}

export interface Policy {
  /** What to do with domain shares that cannot be found by search. */
  readonly organizationLinks: 'deny' | 'tenant';
}

/** Straight from the world's own state, sharing nothing with the code under test. */
export function truthOf(world: World, policy: Policy): Truth {
  return {
    mayRead(userId, fileId) {
      const user = known(world.users, userId, 'user');
      const file = known(world.files, fileId, 'file');
      if (user.suspended || isRemoved(world, file) || isTrashed(world, file)) return false;
      if (file.owner !== null && !ownedHere(world, file.owner)) return false;
      const groups = groupsOf(world, user);
      return effective(world, file).some((one) => gives(world, policy, one, user, groups));
    },
  };
}

/** Only an owner sees all permissions of a file. Nobody can ask as a outsider, or as somebody who is suspended. */
const ownedHere = (world: World, email: string): boolean =>
  [...world.users.values()].some((user) => user.email === email && !user.suspended);

export function groupsOf(world: World, user: User): Set<string> {
  const found = new Set<string>();
  const mine = new Set([user.id, user.email, ...user.aliases]);
  const visit = (ids: ReadonlySet<string>, whole: boolean) => {
    for (const group of world.groups.values()) {
      if (found.has(group.email)) continue;
      const inside = [...group.members.values()].some(
        (member) =>
          (whole && member.type === 'CUSTOMER') ||
          ids.has(member.id) ||
          (member.email !== undefined && ids.has(member.email)),
      );
      if (!inside) continue;
      found.add(group.email);
      visit(new Set([group.id, group.email]), false);
    }
  };
  visit(mine, true);
  return found;
}

function gives(world: World, policy: Policy, one: Permission, user: User, groups: ReadonlySet<string>): boolean {
  if (one.deleted || one.view || (one.expires !== undefined && one.expires <= world.now())) return false;
  switch (one.type) {
    case 'user':
      return one.email === user.email || user.aliases.includes(one.email ?? '');
    case 'group':
      return groups.has(one.email ?? '');
    case 'domain':
      return one.domain === world.domain && (one.discoverable === true || policy.organizationLinks === 'tenant');
    case 'anyone':
      return one.discoverable === true;
  }
}
