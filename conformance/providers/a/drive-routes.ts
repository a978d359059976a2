import type { Asked, Reply } from '../wire/faults.ts';
import { failed, notFound } from './errors.ts';
import { project, readFields } from './fields.ts';
import { fileJson, permissionsOf, roleOf } from './file-wire.ts';
import { type File, isRemoved, type User, type World } from './world.ts';

export interface Caller {
  readonly user: User;
}

type Json = Record<string, unknown>;

/** Drive v3. Answers null for paths that are not of it. */
export function driveReply(world: World, asked: Asked, caller: Caller, pageSize: number): Reply | null {
  const [, , , area = '', id, edge] = asked.path.split('/');
  const shape = (body: Json, fallback: string): Reply => ({
    status: 200,
    body: project(body, readFields(asked.query.get('fields') ?? fallback)),
  });
  const { email } = caller.user;
  if (area === 'about') return shape({ user: { emailAddress: email } }, 'kind');
  if (area === 'drives' && !id) {
    if (asked.query.get('useDomainAdminAccess') === 'true' && !caller.user.admin)
      return failed(403, 'forbidden', 'The user is not an administrator.');
    const drives = [...world.drives.values()].filter((one) => {
      const top = world.files.get(one.id);
      return caller.user.admin || (top && roleOf(world, email, top) !== null);
    });
    return shape(paged(asked, 'drives', drives, Math.min(pageSize, 100)), 'drives,nextPageToken');
  }
  if (area === 'changes') return changes(world, asked, email, id, pageSize, shape);
  if (area !== 'files') return null;
  if (!id) return listFiles(world, asked, email, pageSize, shape);
  const file = id === 'root' ? rootFor(world, email) : world.files.get(id);
  const asAdmin = asked.query.get('useDomainAdminAccess') === 'true' && caller.user.admin && world.drives.has(id);
  if (!file || isRemoved(world, file) || !(asAdmin || roleOf(world, email, file))) return notFound(id);
  if (file.driveId !== null && asked.query.get('supportsAllDrives') !== 'true') return notFound(id);
  if (!edge) return shape(fileJson(world, file, email), 'kind,id,name,mimeType');
  if (edge !== 'permissions') return null;
  const list = permissionsOf(world, file);
  const size = file.driveId === null && !asked.query.has('pageSize') ? list.length : Math.min(pageSize, 100);
  return shape(paged(asked, 'permissions', list, size), 'permissions(id,type,kind,role),nextPageToken');
}

const rootFor = (world: World, email: string): File | undefined =>
  [...world.files.values()].find((one) => one.parentId === null && one.driveId === null && one.owner === email);

function listFiles(
  world: World,
  asked: Asked,
  email: string,
  pageSize: number,
  shape: (body: Json, fallback: string) => Reply,
): Reply {
  const driveId = asked.query.get('driveId');
  const wanted = matcher(asked.query.get('q') ?? '', email);
  if (asked.query.get('corpora') === 'drive' && asked.query.get('includeItemsFromAllDrives') !== 'true')
    return failed(403, 'teamDriveMembershipRequired', 'includeItemsFromAllDrives must be true.');
  const all = candidates(world, asked.query.get('q') ?? '', email, driveId)
    .filter((file) => file.parentId !== null && file.driveId === driveId && wanted(file))
    .filter((file) => !isRemoved(world, file) && roleOf(world, email, file) !== null);
  const page = paged(asked, 'files', all, pageSize);
  const files = (page.files as File[]).map((file) => fileJson(world, file, email));
  return shape({ ...page, files, incompleteSearch: false }, 'files(kind,id,name,mimeType),nextPageToken');
}

/** Narrowed before anything costly is asked about each. */
function candidates(world: World, q: string, email: string, driveId: string | null): File[] {
  const parent = /'([^']+)' in parents/.exec(q)?.[1];
  if (parent !== undefined)
    return [...(world.files.get(parent)?.children ?? [])].flatMap((id) => world.files.get(id) ?? []);
  const all = [...world.files.values()];
  return driveId === null ? all.filter((file) => file.owner === email || !q.includes("'me' in owners")) : all;
}

function matcher(q: string, email: string): (file: File) => boolean {
  const clauses = q.split(' and ').map((one) => one.trim());
  return (file) =>
    clauses.every((clause) => {
      if (clause === '') return true;
      if (clause === "'me' in owners") return file.owner === email;
      if (clause === 'trashed = false') return !file.trashed;
      const parent = /^'([^']+)' in parents$/.exec(clause)?.[1];
      if (parent !== undefined) return file.parentId === parent;
      throw new Error(`The fake does not know the query ${clause}`);
    });
}

function changes(
  world: World,
  asked: Asked,
  email: string,
  edge: string | undefined,
  pageSize: number,
  shape: (body: Json, fallback: string) => Reply,
): Reply {
  const feed = asked.query.get('driveId') ?? email;
  const log = world.changes.get(feed) ?? [];
  const newest = `c.${world.tokenEpoch}.${log.length}`;
  if (edge === 'startPageToken') return shape({ startPageToken: newest }, 'startPageToken');
  const [, epoch = '', from = ''] = (asked.query.get('pageToken') ?? '').split('.');
  if (Number(epoch) !== world.tokenEpoch || !/^\d+$/.test(from))
    return failed(400, 'invalid', 'Invalid Value for pageToken');
  const end = Math.min(log.length, Number(from) + pageSize);
  const entries = log.slice(Number(from), end).map(({ fileId }) => {
    const file = world.files.get(fileId);
    const there = file && !isRemoved(world, file) && roleOf(world, email, file) !== null;
    return {
      kind: 'drive#change',
      changeType: 'file',
      time: new Date(world.now()).toISOString(),
      removed: !there,
      fileId,
      ...(there && { file: fileJson(world, file, email) }),
    };
  });
  const link = end < log.length ? { nextPageToken: `c.${epoch}.${end}` } : { newStartPageToken: newest };
  return shape({ changes: entries, ...link }, 'changes(kind,fileId,removed),nextPageToken,newStartPageToken');
}

export function paged(asked: Asked, name: string, all: readonly unknown[], most: number): Json {
  const from = Number(asked.query.get('pageToken')?.replace(/^~/, '') ?? 0);
  const size = Math.max(1, Math.min(Number(asked.query.get('pageSize') ?? asked.query.get('maxResults') ?? 100), most));
  const rest = from + size < all.length ? { nextPageToken: `~${from + size}` } : {};
  return { [name]: all.slice(from, from + size), ...rest };
}
