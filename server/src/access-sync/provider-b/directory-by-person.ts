import { type DirectoryPage, type MemberOf, type Principal, principalKey } from '../model.ts';
import type { Reply } from '../outbound/outbound.ts';
import { type Pass, ProviderProblem } from '../provider-client.ts';
import { DirectoryObject } from './graph.schema.ts';
import { collectionOf, type Graph } from './graph.ts';
import { ownersOf } from './permission.rules.ts';
import { isMissingResource, isNotServed } from './read-many.ts';
import { messageOf } from './retry-policy.ts';

const FIELDS = '$select=id,displayName,mail,userPrincipalName,proxyAddresses,accountEnabled,userType';
const AT_ONCE = 400;

/**
 * The directory where it cannot be listed: the platform's own users and everybody who was granted something are looked
 * up one by one, then the groups each of them is in, then, where the provider serves that, the groups those are in.
 */
export async function* readByPerson(graph: Graph, pass: Pass): AsyncGenerator<DirectoryPage> {
  const wanted = new Set<string>();
  for await (const email of pass.people()) wanted.add(email.toLowerCase());
  for await (const { sourceId } of pass.principals('user')) if (!sourceId.startsWith('unknown:')) wanted.add(sourceId);
  const groups = new Set<string>();
  const people = [...wanted];
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const found = await lookUp(graph, people.slice(at, at + AT_ONCE), pass);
    yield await groupsOfPeople(graph, found, groups, pass);
  }
  // Groups may be in groups, in a circle too: each is asked once.
  const asked = new Set<string>();
  for (let open = [...groups]; open.length > 0; open = [...groups].filter((id) => !asked.has(id))) {
    const some = open.slice(0, graph.optional.confirmed('groupMemberOf') ? AT_ONCE : 1);
    for (const id of some) asked.add(id);
    yield await groupsOfGroups(graph, some, groups, pass);
  }
  yield { ...nothing, complete: true };
}

/** Whoever is not found is not told, and so is nobody. A refusal is none: everybody would be nobody by it. */
async function lookUp(graph: Graph, ids: readonly string[], pass: Pass): Promise<DirectoryObject[]> {
  const paths = ids.map((id) => `/users/${encodeURIComponent(id)}?${FIELDS}`);
  const replies = await graph.batch(paths, pass.signal);
  const found = new Map<string, DirectoryObject>();
  for (const reply of replies) {
    if (reply.status === 403)
      throw new ProviderProblem(
        'unauthorized',
        `/users/{id} was refused: ${messageOf(reply)}. It needs Directory.Read.All.`,
      );
    const user = reply.status === 200 ? DirectoryObject.safeParse(reply.body) : null;
    if (user?.success) found.set(user.data.id, user.data);
  }
  return [...found.values()];
}

const memberOfPath = (area: 'users' | 'groups', id: string): string => `/${area}/${id}/memberOf?$top=999`;

/** Memberships that cannot be read are not told: whoever keeps the graph keeps what it has. */
async function groupsOfPeople(
  graph: Graph,
  people: readonly DirectoryObject[],
  groups: Set<string>,
  pass: Pass,
): Promise<DirectoryPage> {
  const paths = people.map(({ id }) => memberOfPath('users', id));
  const replies = await graph.batch(paths, pass.signal);
  const [first] = replies;
  // Of nobody: then it is the route, and not a person.
  if (first && replies.every((reply) => reply.status !== 200 && reply.status !== 404))
    collectionOf(first, paths[0] ?? '');
  const principals: Principal[] = [];
  const memberOf: MemberOf[] = [];
  const kept: string[] = [];
  for (const [index, person] of people.entries()) {
    const reply = replies[index];
    if (reply === undefined || reply.status === 404) continue;
    principals.push(personOf(person));
    const memberKey = principalKey('user', null, person.id.toLowerCase());
    if (reply.status !== 200) kept.push(memberKey);
    else {
      const direct = await groupsIn(graph, reply, paths[index] ?? '', groups, pass);
      principals.push(...direct.flatMap(groupPrincipals));
      memberOf.push({ memberKey, groups: direct.map((group) => groupKey(group.id)) });
    }
  }
  return { ...nothing, principals, memberOf, kept };
}

/**
 * The groups that groups are in. Where that is not served nesting is unknown, and what is unknown opens nothing: the
 * groups are told as being in none.
 */
async function groupsOfGroups(
  graph: Graph,
  ids: readonly string[],
  groups: Set<string>,
  pass: Pass,
): Promise<DirectoryPage> {
  const paths = ids.map((id) => memberOfPath('groups', id));
  const replies = graph.optional.usable('groupMemberOf') ? await graph.batch(paths, pass.signal) : [];
  if (replies.some((reply) => reply.status === 200 || isMissingResource(reply))) graph.optional.serve('groupMemberOf');
  else if (replies.length > 0 && replies.every(isNotServed)) graph.optional.refuse('groupMemberOf');
  const principals: Principal[] = [];
  const memberOf: MemberOf[] = [];
  for (const [index, id] of ids.entries()) {
    const reply = replies[index];
    const told = reply !== undefined && !isNotServed(reply);
    const direct = told ? await groupsIn(graph, reply, paths[index] ?? '', groups, pass) : [];
    principals.push(...direct.flatMap(groupPrincipals));
    memberOf.push({ memberKey: groupKey(id), groups: direct.map((group) => groupKey(group.id)) });
  }
  return { ...nothing, principals, memberOf };
}

async function groupsIn(
  graph: Graph,
  reply: Reply,
  path: string,
  groups: Set<string>,
  pass: Pass,
): Promise<DirectoryObject[]> {
  const found = await graph.rest(DirectoryObject, reply, path, pass.signal);
  const direct = found.filter((one) => one['@odata.type'] === '#microsoft.graph.group');
  for (const group of direct) groups.add(group.id);
  return direct;
}

export const nothing: DirectoryPage = { principals: [], members: [], memberOf: [], removed: [], complete: false };

export const isUnified = (group: DirectoryObject): boolean => group.groupTypes?.includes('Unified') ?? false;

export const groupKey = (id: string): string => principalKey('group', null, id.toLowerCase());

export function groupPrincipals(group: DirectoryObject): Principal[] {
  const one = (id: string, name: string | null, emails: readonly string[]): Principal => ({
    key: groupKey(id),
    sourceId: id,
    kind: 'group',
    name,
    emails,
    active: true,
    guest: false,
  });
  const name = group.displayName ?? null;
  const members = one(group.id, name, group.mail ? [group.mail.toLowerCase()] : []);
  return isUnified(group) ? [members, one(ownersOf(group.id), `Owners of ${name ?? group.id}`, [])] : [members];
}

export function personOf(user: DirectoryObject): Principal {
  const aliases = (user.proxyAddresses ?? []).filter((one) => /^smtp:/i.test(one)).map((one) => one.slice(5));
  const emails = [user.mail, user.userPrincipalName, ...aliases].filter((one) => typeof one === 'string' && one !== '');
  return {
    key: principalKey('user', null, user.id.toLowerCase()),
    sourceId: user.id,
    kind: 'user',
    name: user.displayName ?? null,
    emails: [...new Set(emails.map((one) => String(one).toLowerCase()))],
    active: user.accountEnabled === true,
    guest: user.userType === 'Guest',
  };
}
