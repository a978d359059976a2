import { principalKey } from '../item-keys.ts';
import type { DirectoryPage, GroupMembers, Subject } from '../model.ts';
import type { Pass } from '../provider-client.ts';
import { readByPerson } from './directory-by-person.ts';
import { groupKey, groupPrincipals, isUnified, nothing, personOf } from './directory-object.rules.ts';
import { DirectoryObject } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import { groupOwned, ownersOf } from './login-name.rules.ts';

const USERS = '/users?$select=id,displayName,mail,userPrincipalName,proxyAddresses,accountEnabled,userType&$top=999';
const GROUPS = '/groups?$select=id,displayName,mail,groupTypes,visibility&$top=999';
const GROUPS_AT_ONCE = 200;
/** Some gateways serve single people only. */
const NOT_SERVED = new Set([400, 404, 405, 501]);

/** People, groups and their direct members. Nesting is left to whoever keeps the graph: it may hold cycles. */
export async function* readDirectory(graph: Graph, pass: Pass): AsyncGenerator<DirectoryPage> {
  const first = await graph.get(USERS, pass.signal);
  if (NOT_SERVED.has(first.status)) return yield* readByPerson(graph, pass);
  const people = await graph.rest(DirectoryObject, first, USERS, pass.signal);
  yield { ...nothing, principals: people.map(personOf) };
  const groups = await graph.collect(DirectoryObject, GROUPS, pass.signal);
  for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE)
    yield await readGroups(graph, groups.slice(at, at + GROUPS_AT_ONCE), pass);
  yield { ...nothing, complete: true };
}

/** Everybody, and the members of these groups. Whoever is not listed any more is gone. */
export async function* readPeople(
  graph: Graph,
  groupKeys: readonly string[],
  pass: Pass,
): AsyncGenerator<DirectoryPage> {
  const first = await graph.get(USERS, pass.signal);
  if (NOT_SERVED.has(first.status)) return yield* readByPerson(graph, pass);
  const principals = (await graph.rest(DirectoryObject, first, USERS, pass.signal)).map(personOf);
  const listed = new Set(principals.map(({ key }) => key));
  const removed: string[] = [];
  for await (const { key, known } of pass.principals('user')) if (known && !listed.has(key)) removed.push(key);
  yield { ...nothing, principals, removed };
  yield { ...nothing, ...(await readMembers(graph, groupKeys.map(wantedOf), pass)) };
}

function wantedOf(key: string): Wanted {
  const id = key.slice(groupKey('').length);
  const group = groupOwned(id);
  return group === null ? membersPath(id) : ownersPath(group);
}

interface Wanted {
  readonly key: string;
  readonly path: string;
}

async function readGroups(graph: Graph, groups: readonly DirectoryObject[], pass: Pass): Promise<DirectoryPage> {
  const wanted = groups.flatMap((group) =>
    isUnified(group) ? [membersPath(group.id), ownersPath(group.id)] : [membersPath(group.id)],
  );
  return { ...nothing, principals: groups.flatMap(groupPrincipals), ...(await readMembers(graph, wanted, pass)) };
}

const membersPath = (id: string): Wanted => ({ key: groupKey(id), path: `/groups/${id}/members?$select=id&$top=999` });
const ownersPath = (id: string): Wanted => ({
  key: groupKey(ownersOf(id)),
  path: `/groups/${id}/owners?$select=id&$top=999`,
});

async function readMembers(
  graph: Graph,
  wanted: readonly Wanted[],
  pass: Pass,
): Promise<Pick<DirectoryPage, 'members' | 'removed'>> {
  const replies = await graph.batch(
    wanted.map(({ path }) => path),
    pass.signal,
  );
  const members: GroupMembers[] = [];
  const removed: string[] = [];
  for (const [index, { key, path }] of wanted.entries()) {
    const reply = replies[index];
    if (reply?.status === 404) removed.push(key);
    // Hidden from us: nobody is known to be in it. One such group must not stop all others.
    else if (reply?.status === 403) members.push({ groupKey: key, members: [] });
    else if (reply) {
      const found = await graph.rest(DirectoryObject, reply, path, pass.signal);
      members.push({ groupKey: key, members: found.flatMap(memberOf) });
    }
  }
  return { members, removed };
}

/** Devices and service principals read nothing. */
function memberOf(one: DirectoryObject): Subject[] {
  const kind = one['@odata.type'];
  if (kind === '#microsoft.graph.group') return [{ kind: 'group', key: groupKey(one.id) }];
  if (kind !== '#microsoft.graph.user') return [];
  return [{ kind: 'user', key: principalKey('user', null, one.id.toLowerCase()) }];
}
