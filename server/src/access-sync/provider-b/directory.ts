import { principalKey } from '../item-keys.ts';
import type { DirectoryPage, GroupMembers, Principal, Subject } from '../model.ts';
import type { Pass } from '../provider-client.ts';
import { DirectoryObject } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import { ownersOf } from './login-name.rules.ts';

const USERS = '/users?$select=id,displayName,mail,userPrincipalName,proxyAddresses,accountEnabled,userType&$top=999';
const GROUPS = '/groups?$select=id,displayName,mail,groupTypes,visibility&$top=999';
const GROUPS_AT_ONCE = 200;

/** People, groups and their direct members. Nesting is left to whoever keeps the graph: it may hold cycles. */
export async function* readDirectory(graph: Graph, pass: Pass): AsyncGenerator<DirectoryPage> {
  const people = await graph.collect(DirectoryObject, USERS, pass.signal);
  yield { ...nothing, principals: people.map(personOf) };
  const groups = await graph.collect(DirectoryObject, GROUPS, pass.signal);
  for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE)
    yield await readGroups(graph, groups.slice(at, at + GROUPS_AT_ONCE), pass);
  yield { ...nothing, complete: true };
}

const nothing: DirectoryPage = { principals: [], members: [], memberOf: [], removed: [], complete: false };

interface Wanted {
  readonly key: string;
  readonly path: string;
}

async function readGroups(graph: Graph, groups: readonly DirectoryObject[], pass: Pass): Promise<DirectoryPage> {
  const wanted: Wanted[] = groups.flatMap((group) => {
    const members = { key: groupKey(group.id), path: `/groups/${group.id}/members?$select=id&$top=999` };
    const owners = { key: groupKey(ownersOf(group.id)), path: `/groups/${group.id}/owners?$select=id&$top=999` };
    return isUnified(group) ? [members, owners] : [members];
  });
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
  return { ...nothing, principals: groups.flatMap(groupPrincipals), members, removed };
}

const isUnified = (group: DirectoryObject): boolean => group.groupTypes?.includes('Unified') ?? false;

const groupKey = (id: string): string => principalKey('group', null, id.toLowerCase());

function groupPrincipals(group: DirectoryObject): Principal[] {
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

/** Devices and service principals read nothing. */
function memberOf(one: DirectoryObject): Subject[] {
  const kind = one['@odata.type'];
  if (kind === '#microsoft.graph.group') return [{ kind: 'group', key: groupKey(one.id) }];
  if (kind !== '#microsoft.graph.user') return [];
  return [{ kind: 'user', key: principalKey('user', null, one.id.toLowerCase()) }];
}

function personOf(user: DirectoryObject): Principal {
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
