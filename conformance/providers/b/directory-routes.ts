import type { Asked, Reply } from '../wire/faults.ts';
import type { Group, User, World } from './world.ts';

type Json = Record<string, unknown>;

/** People, groups and the tenant. Answers null for paths that are not of the directory. */
export function directoryReply(world: World, asked: Asked, base: string, pageSize: number): Reply | null {
  const [, area = '', id, edge] = asked.path.replace(/^\/v1\.0/, '').split('/');
  const paged = (all: Json[]) => page(all, asked, base, pageSize);
  if (area === 'organization' && !id)
    return ok({
      value: [{ id: world.tenantId, displayName: 'Contoso', verifiedDomains: [{ name: world.host, isDefault: true }] }],
    });
  if (area === 'users') {
    if (!id) return paged([...world.users.values()].map((user) => userJson(user)));
    const user = world.users.get(id) ?? byAddress(world, id);
    if (!user) return notFound(id);
    if (!edge) return ok(userJson(user, asked.query.get('$select')));
    if (edge === 'memberOf') return paged(groupsAround(world, user.id).map(groupJson));
    if (edge === 'transitiveMemberOf') return paged(groupsAbove(world, user.id).map(groupJson));
  }
  if (area === 'groups') {
    if (!id) return paged([...world.groups.values()].map(groupJson));
    const group = world.groups.get(id);
    if (!group) return notFound(id);
    if (!edge) return ok(groupJson(group));
    if (edge === 'members') return paged(group.hidden ? [] : objects(world, group.members));
    if (edge === 'owners') return paged(objects(world, group.owners));
    if (edge === 'memberOf') return paged(groupsAround(world, group.id).map(groupJson));
    if (edge === 'transitiveMembers') return paged(group.hidden ? [] : everybody(world, group));
  }
  return null;
}

const ok = (body: unknown): Reply => ({ status: 200, body });

const notFound = (id: string): Reply => ({
  status: 404,
  body: {
    error: {
      code: 'Request_ResourceNotFound',
      message: `Resource '${id}' does not exist or is not present`,
      innerError: {},
    },
  },
});

/** Pages by a skip token that only this fake understands; smaller than asked for when that suits it. */
function page(all: Json[], asked: Asked, base: string, pageSize: number): Reply {
  const from = Number(asked.query.get('$skiptoken')?.replace(/^s/, '') ?? 0);
  const size = Math.min(Number(asked.query.get('$top') ?? 100), 999, pageSize);
  const value = all.slice(from, from + size);
  const next = new URLSearchParams(asked.query);
  next.set('$skiptoken', `s${from + size}`);
  return ok({
    value,
    ...(from + size < all.length && { '@odata.nextLink': `${base}${encodeURI(asked.path)}?${next}` }),
  });
}

/** Without `$select` the account's state and kind are not shown, as in the real answer. */
function userJson(user: User, select?: string | null): Json {
  const whole: Json = {
    '@odata.type': '#microsoft.graph.user',
    id: user.id,
    displayName: user.upn,
    mail: user.mail,
    userPrincipalName: user.upn,
    accountEnabled: user.enabled,
    userType: user.guest ? 'Guest' : 'Member',
  };
  if (select === null) {
    delete whole.accountEnabled;
    delete whole.userType;
  }
  return whole;
}

const groupJson = (group: Group): Json => ({
  '@odata.type': '#microsoft.graph.group',
  id: group.id,
  displayName: group.name,
  mail: null,
  securityEnabled: !group.unified,
  groupTypes: group.unified ? ['Unified'] : [],
  visibility: group.hidden ? 'HiddenMembership' : 'Private',
});

const byAddress = (world: World, address: string): User | undefined =>
  [...world.users.values()].find((user) =>
    [user.upn, user.mail].some((own) => own?.toLowerCase() === address.toLowerCase()),
  );

const objects = (world: World, ids: ReadonlySet<string>): Json[] =>
  [...ids].flatMap((id) => {
    const user = world.users.get(id);
    const group = world.groups.get(id);
    return user ? [userJson(user)] : group ? [groupJson(group)] : [];
  });

const groupsAround = (world: World, id: string): Group[] =>
  [...world.groups.values()].filter((group) => group.members.has(id) && !group.hidden);

function groupsAbove(world: World, id: string, seen = new Map<string, Group>()): Group[] {
  for (const group of groupsAround(world, id)) {
    if (seen.has(group.id)) continue;
    seen.set(group.id, group);
    groupsAbove(world, group.id, seen);
  }
  return [...seen.values()];
}

function everybody(world: World, group: Group, seen = new Set<string>()): Json[] {
  for (const id of group.members) {
    if (seen.has(id)) continue;
    seen.add(id);
    const inner = world.groups.get(id);
    if (inner && !inner.hidden) everybody(world, inner, seen);
  }
  return objects(world, seen);
}
