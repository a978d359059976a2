import { type DirectoryPage, type GroupMembers, principalKey, type Subject } from '../model.ts';
import type { Pass } from '../provider-client.ts';
import { groupKey, groupPrincipals, isUnified, nothing, personOf, readByPerson } from './directory-by-person.ts';
import { DirectoryObject } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import { groupOwned, ownersOf } from './permission.rules.ts';
import { isMissingResource, isNotServed } from './read-many.ts';

const USERS = '/users?$select=id,displayName,mail,userPrincipalName,proxyAddresses,accountEnabled,userType&$top=999';
const GROUPS = '/groups?$select=id,displayName,mail,groupTypes,visibility&$top=999';
const GROUPS_AT_ONCE = 200;

/**
 * People, groups and their direct members. Nesting is left to whoever keeps the graph: it may hold cycles. Where the lists
 * or the members of groups are not served, people are looked up one by one.
 */
export async function* readDirectory(graph: Graph, pass: Pass): AsyncGenerator<DirectoryPage> {
  const pages = await readLists(graph, pass);
  if (pages === null) yield* readByPerson(graph, pass);
  else yield* pages;
}

async function readLists(graph: Graph, pass: Pass): Promise<DirectoryPage[] | null> {
  if (!graph.optional.usable('groupMembers')) return null;
  const people = await list(graph, 'users', USERS, pass.signal);
  const groups = people && (await list(graph, 'groups', GROUPS, pass.signal));
  if (people === null || groups === null) return null;
  const pages: DirectoryPage[] = [{ ...nothing, principals: people.map(personOf) }];
  for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE) {
    const page = await readGroups(graph, groups.slice(at, at + GROUPS_AT_ONCE), pass);
    if (page === null) return null;
    pages.push(page);
  }
  return [...pages, { ...nothing, complete: true }];
}

/** Null: the list is not served. */
async function list(
  graph: Graph,
  route: 'users' | 'groups',
  path: string,
  signal: AbortSignal,
): Promise<DirectoryObject[] | null> {
  if (!graph.optional.usable(route)) return null;
  const first = await graph.get(path, signal);
  if (isNotServed(first)) {
    graph.optional.refuse(route);
    return null;
  }
  graph.optional.serve(route);
  return graph.rest(DirectoryObject, first, path, signal);
}

/** Everybody, and the members of these groups. Whoever is not listed any more is gone. */
export async function* readPeople(
  graph: Graph,
  groupKeys: readonly string[],
  pass: Pass,
): AsyncGenerator<DirectoryPage> {
  const pages = await readSome(graph, groupKeys, pass);
  if (pages === null) yield* readByPerson(graph, pass);
  else yield* pages;
}

async function readSome(graph: Graph, groupKeys: readonly string[], pass: Pass): Promise<DirectoryPage[] | null> {
  if (!graph.optional.usable('groupMembers')) return null;
  const people = await list(graph, 'users', USERS, pass.signal);
  if (people === null) return null;
  const principals = people.map(personOf);
  const changesOfListing = new Set(principals.map(({ key }) => key));
  const removed: string[] = [];
  for await (const { key, known } of pass.principals('user'))
    if (known && !changesOfListing.has(key)) removed.push(key);
  const members = await readMembers(graph, groupKeys.map(wantedOf), pass);
  return (
    members && [
      { ...nothing, principals, removed },
      { ...nothing, ...members },
    ]
  );
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

async function readGroups(graph: Graph, groups: readonly DirectoryObject[], pass: Pass): Promise<DirectoryPage | null> {
  const wanted = groups.flatMap((group) =>
    isUnified(group) ? [membersPath(group.id), ownersPath(group.id)] : [membersPath(group.id)],
  );
  const members = await readMembers(graph, wanted, pass);
  return members && { ...nothing, principals: groups.flatMap(groupPrincipals), ...members };
}

const membersPath = (id: string): Wanted => ({ key: groupKey(id), path: `/groups/${id}/members?$select=id&$top=999` });
const ownersPath = (id: string): Wanted => ({
  key: groupKey(ownersOf(id)),
  path: `/groups/${id}/owners?$select=id&$top=999`,
});

/** Null: members of groups are not served at all. */
async function readMembers(
  graph: Graph,
  wanted: readonly Wanted[],
  pass: Pass,
): Promise<Pick<DirectoryPage, 'members' | 'removed'> | null> {
  const replies = await graph.batch(
    wanted.map(({ path }) => path),
    pass.signal,
  );
  if (replies.some((reply) => reply.status === 200 || isMissingResource(reply))) graph.optional.serve('groupMembers');
  if (replies.length > 0 && !graph.optional.confirmed('groupMembers') && replies.every(isNotServed)) {
    graph.optional.refuse('groupMembers');
    return null;
  }
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
