import { principalKey } from '../item-keys.ts';
import type { DirectoryPage, MemberOf, Principal } from '../model.ts';
import type { Reply } from '../outbound/reply.ts';
import type { Pass } from '../provider-client.ts';
import { groupKey, groupPrincipals, nothing, personOf } from './directory-object.rules.ts';
import { DirectoryObject } from './graph.schema.ts';
import type { Graph } from './graph.ts';

const FIELDS = '$select=id,displayName,mail,userPrincipalName,proxyAddresses,accountEnabled,userType';
const AT_ONCE = 200;

/**
 * The directory where it cannot be listed: the platform's own users and everybody who was granted something are looked
 * up one by one, then the groups each of them is in, then the groups those are in.
 */
export async function* readByPerson(graph: Graph, pass: Pass): AsyncGenerator<DirectoryPage> {
  const wanted = new Set<string>();
  for await (const email of pass.people()) wanted.add(email.toLowerCase());
  for await (const { sourceId } of pass.principals('user')) if (!sourceId.startsWith('unknown:')) wanted.add(sourceId);
  const groups = new Set<string>();
  const people = [...wanted];
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const found = await lookUp(graph, people.slice(at, at + AT_ONCE), pass);
    yield await membershipsOf(graph, 'users', found, groups, pass);
  }
  // Groups may be in groups, in a circle too: each is asked once.
  const asked = new Set<string>();
  for (let open = [...groups]; open.length > 0; open = [...groups].filter((id) => !asked.has(id))) {
    const some = open.slice(0, AT_ONCE);
    for (const id of some) asked.add(id);
    yield await membershipsOf(
      graph,
      'groups',
      some.map((id) => ({ id })),
      groups,
      pass,
    );
  }
  yield { ...nothing, complete: true };
}

async function lookUp(graph: Graph, ids: readonly string[], pass: Pass): Promise<DirectoryObject[]> {
  const paths = ids.map((id) => `/users/${encodeURIComponent(id)}?${FIELDS}`);
  const replies = await graph.batch(paths, pass.signal);
  const found = new Map<string, DirectoryObject>();
  for (const reply of replies) {
    const user = reply.status === 200 ? DirectoryObject.safeParse(reply.body) : null;
    if (user?.success) found.set(user.data.id, user.data);
  }
  return [...found.values()];
}

/** Memberships that cannot be read are not told: whoever keeps the graph keeps what it has. */
async function membershipsOf(
  graph: Graph,
  area: 'users' | 'groups',
  members: readonly DirectoryObject[],
  groups: Set<string>,
  pass: Pass,
): Promise<DirectoryPage> {
  const paths = members.map(({ id }) => `/${area}/${id}/memberOf?$top=999`);
  const replies: Reply[] = await graph.batch(paths, pass.signal);
  const principals: Principal[] = area === 'users' ? members.map(personOf) : [];
  const memberOf: MemberOf[] = [];
  const kept: string[] = [];
  for (const [index, { id }] of members.entries()) {
    const reply = replies[index];
    const memberKey = area === 'users' ? principalKey('user', null, id.toLowerCase()) : groupKey(id);
    if (reply?.status !== 200) {
      kept.push(memberKey);
      continue;
    }
    const found = await graph.rest(DirectoryObject, reply, paths[index] ?? '', pass.signal);
    const direct = found.filter((one) => one['@odata.type'] === '#microsoft.graph.group');
    for (const group of direct) groups.add(group.id);
    principals.push(...direct.flatMap(groupPrincipals));
    memberOf.push({ memberKey, groups: direct.map((group) => groupKey(group.id)) });
  }
  return { ...nothing, principals, memberOf, kept };
}
