import { type DirectoryPage, type Principal, principalKey, type Subject } from '../model.ts';
import { type Pass, ProviderProblem } from '../provider-client.ts';
import type { Group, Member, User } from './drive.schema.ts';
import type { Drive } from './drive.ts';
import { listGroups, listUsers, manyAtOnce, membersOf } from './spaces.ts';

const GROUPS_AT_ONCE = 200;

/** People, groups and direct members; nesting is left to whoever keeps the graph. */
export async function* readDirectory(drive: Drive, pass: Pass): AsyncGenerator<DirectoryPage> {
  const people = await listUsers(drive, pass.signal);
  yield { ...nothing, principals: people.map(personOf) };
  const groups = await listGroups(drive, pass.signal);
  for (let at = 0; at < groups.length; at += GROUPS_AT_ONCE)
    yield await readGroups(drive, groups.slice(at, at + GROUPS_AT_ONCE), pass);
  yield { ...nothing, complete: true };
}

/** Everybody, and the members of these groups. Whoever is not listed any more is gone. */
export async function* readPeople(
  drive: Drive,
  groupKeys: readonly string[],
  pass: Pass,
): AsyncGenerator<DirectoryPage> {
  const principals = (await listUsers(drive, pass.signal)).map(personOf);
  const listed = new Set(principals.map(({ key }) => key));
  const removed: string[] = [];
  for await (const { key, known } of pass.principals('user')) if (known && !listed.has(key)) removed.push(key);
  const read = await manyAtOnce(groupKeys, async (key) => ({
    key,
    members: await membersOf(drive, key.slice(principalKey('group', null, '').length), pass.signal),
  }));
  yield {
    ...nothing,
    principals,
    members: read.flatMap(({ key, members }) =>
      members === null ? [] : [{ groupKey: key, members: members.flatMap(subjectOf) }],
    ),
    removed: [...removed, ...read.flatMap(({ key, members }) => (members === null ? [key] : []))],
  };
}

const nothing: DirectoryPage = { principals: [], members: [], memberOf: [], removed: [], complete: false };

async function readGroups(drive: Drive, groups: readonly Group[], pass: Pass): Promise<DirectoryPage> {
  const read = await manyAtOnce(groups, async (group) => ({
    key: principalKey('group', null, group.id),
    members: await membersOf(drive, group.id, pass.signal).catch(unreadable),
  }));
  return {
    ...nothing,
    principals: groups.map(groupOf),
    members: read.flatMap(({ key, members }) =>
      Array.isArray(members) ? [{ groupKey: key, members: members.flatMap(subjectOf) }] : [],
    ),
    removed: read.flatMap(({ key, members }) => (members === null ? [key] : [])),
    kept: read.flatMap(({ key, members }) => (members === 'kept' ? [key] : [])),
  };
}

/** A group that could not be read keeps its members: emptying it would lock people out, guessing would let them in. */
function unreadable(error: unknown): 'kept' {
  if (error instanceof ProviderProblem && error.trouble === 'unavailable') return 'kept';
  throw error;
}

/** Every entry counts, whatever its role. CUSTOMER is the whole organization. */
function subjectOf(member: Member): Subject[] {
  if (member.type === 'CUSTOMER') return [{ kind: 'tenant' }];
  if (member.type === 'USER' && member.id) return [{ kind: 'user', key: principalKey('user', null, member.id) }];
  if (member.type === 'GROUP' && member.id) return [{ kind: 'group', key: principalKey('group', null, member.id) }];
  return member.email ? [{ kind: 'mail', email: member.email.toLowerCase() }] : [];
}

const lower = (addresses: readonly (string | null | undefined)[]): string[] => [
  ...new Set(addresses.flatMap((one) => (one ? [one.toLowerCase()] : []))),
];

const personOf = (user: User): Principal => ({
  key: principalKey('user', null, user.id),
  sourceId: user.id,
  kind: 'user',
  name: user.name?.fullName ?? null,
  emails: lower([user.primaryEmail, ...(user.aliases ?? []), ...(user.nonEditableAliases ?? [])]),
  active: user.suspended !== true && user.archived !== true,
  guest: false,
});

const groupOf = (group: Group): Principal => ({
  key: principalKey('group', null, group.id),
  sourceId: group.id,
  kind: 'group',
  name: group.name ?? null,
  emails: lower([group.email, ...(group.aliases ?? []), ...(group.nonEditableAliases ?? [])]),
  active: true,
  guest: false,
});
