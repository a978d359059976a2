import pMap from 'p-map';
import { z } from 'zod';
import { principalKey, type Space } from '../model.ts';
import type { Reply } from '../outbound/outbound.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderAConfig } from '../provider-config.ts';
import { Group, Member, PERMISSION_FIELDS, Permission, SharedDrive, User } from './drive.schema.ts';
import { bodyOf, type Drive } from './drive.ts';
import { messageOf } from './retry-policy.ts';

const DRIVE = 'drive:';

export const driveIdOf = (space: Space): string | null =>
  space.key.startsWith(DRIVE) ? space.key.slice(DRIVE.length) : null;

/** Somebody who is suspended cannot be asked for, so their files have no reader until they are back. */
export async function listSpaces(config: ProviderAConfig, drive: Drive, signal: AbortSignal): Promise<Space[]> {
  const people = await listUsers(drive, signal);
  const drives = await listAll(SharedDrive, 'drives', (pageToken) =>
    drive.files('/drives', { pageSize: 100, useDomainAdminAccess: true, ...pageToken }, config.adminEmail, signal),
  );
  return [
    ...people
      .filter((user) => !user.suspended && !user.archived)
      .map((user) => ({ key: principalKey('user', null, user.id), name: user.primaryEmail })),
    ...drives.map((one) => ({ key: `${DRIVE}${one.id}`, name: one.name ?? one.id })),
  ];
}

export const listUsers = (drive: Drive, signal: AbortSignal): Promise<User[]> =>
  listAll(User, 'users', (pageToken) =>
    drive.directory('/users', { customer: 'my_customer', maxResults: 500, ...pageToken }, signal),
  );

export const listGroups = (drive: Drive, signal: AbortSignal): Promise<Group[]> =>
  listAll(Group, 'groups', (pageToken) =>
    drive.directory('/groups', { customer: 'my_customer', maxResults: 200, ...pageToken }, signal),
  );

/** Every page of a list whose entries are under `name`. A list that is left out is empty. */
export async function listAll<T>(
  schema: z.ZodType<T>,
  name: string,
  ask: (pageToken: { pageToken?: string }) => Promise<Reply>,
): Promise<T[]> {
  const shape = z.looseObject({ [name]: z.array(schema).nullish(), nextPageToken: z.string().nullish() });
  const found: T[] = [];
  for (let token: string | undefined; ; ) {
    const page = bodyOf(shape, await ask(token === undefined ? {} : { pageToken: token }), name) as Record<
      string,
      unknown
    >;
    for (const entry of (page[name] ?? []) as T[]) found.push(entry);
    token = typeof page.nextPageToken === 'string' && page.nextPageToken !== '' ? page.nextPageToken : undefined;
    if (token === undefined) return found;
  }
}

/** Who may read the drive as such; an administrator may always ask that. */
export async function drivePermissions(
  config: ProviderAConfig,
  drive: Drive,
  driveId: string,
  signal: AbortSignal,
): Promise<Permission[]> {
  const params = { supportsAllDrives: true, useDomainAdminAccess: true, pageSize: 100, fields: PERMISSION_FIELDS };
  return listAll(Permission, 'permissions', async (pageToken) => {
    const path = `/files/${encodeURIComponent(driveId)}/permissions`;
    const reply = await drive.files(path, { ...params, ...pageToken }, config.adminEmail, signal);
    if (reply.status === 404) throw new ProviderProblem('spaceGone', `The shared drive is gone: ${messageOf(reply)}`);
    return reply;
  });
}

const STRONGEST = ['organizer', 'fileOrganizer', 'writer', 'commenter', 'reader'];

/** Somebody to read a shared drive as: a manager where there is one, because managers see every folder. Null: nobody. */
export async function someMember(
  drive: Drive,
  permissions: readonly Permission[],
  signal: AbortSignal,
): Promise<string | null> {
  const ranked = permissions
    .filter((one) => !one.deleted && one.emailAddress && STRONGEST.includes(one.role ?? ''))
    .sort((a, b) => STRONGEST.indexOf(a.role ?? '') - STRONGEST.indexOf(b.role ?? ''));
  for (const { type, emailAddress } of ranked) {
    const people = type === 'user' ? [emailAddress ?? ''] : await peopleOf(drive, emailAddress ?? '', signal);
    for (const email of people) if (await canActAs(drive, email, signal)) return email;
  }
  return null;
}

async function canActAs(drive: Drive, email: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await drive.files('/about', { fields: 'user' }, email, signal)).status === 200;
  } catch (error) {
    if (error instanceof ProviderProblem && error.trouble === 'spaceGone') return false;
    throw error;
  }
}

async function peopleOf(drive: Drive, groupEmail: string, signal: AbortSignal): Promise<string[]> {
  const members = await membersOf(drive, groupEmail, signal);
  return (members ?? []).flatMap((one) => (one.type === 'USER' && one.email ? [one.email] : []));
}

/** Null: the group is gone. */
export async function membersOf(drive: Drive, group: string, signal: AbortSignal): Promise<Member[] | null> {
  let gone = false;
  const members = await listAll(Member, 'members', async (pageToken) => {
    const path = `/groups/${encodeURIComponent(group)}/members`;
    const reply = await drive.directory(path, { maxResults: 200, ...pageToken }, signal);
    gone ||= reply.status === 404;
    return reply.status === 404 ? { ...reply, status: 200, body: {} } : reply;
  });
  return gone ? null : members;
}

export const manyAtOnce = <T, R>(list: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> =>
  pMap(list, run, { concurrency: 8 });
