import { type Acl, type Item, type ItemDelete, type ItemUpsert, itemKey } from '../model.ts';
import { type Pass, ProviderProblem } from '../provider-client.ts';
import { FILE_FIELDS, File, FileList, PERMISSION_FIELDS, Permission } from './drive.schema.ts';
import { bodyOf, type Drive } from './drive.ts';
import { givenHere, grantOf } from './permission.rules.ts';
import { messageOf } from './retry-policy.ts';
import { listAll, manyAtOnce } from './spaces.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const SHORTCUT = 'application/vnd.google-apps.shortcut';

/** How the files of one space are read: as whom, and whether it is a shared drive. */
export interface Reading {
  readonly drive: Drive;
  readonly pass: Pass;
  readonly as: string;
  readonly driveId: string | null;
}

export type Translated = { readonly upsert: ItemUpsert } | { readonly gone: ItemDelete };

export const isFolder = (file: File): boolean => file.mimeType === FOLDER;

export const keyOf = (fileId: string): string => itemKey(null, fileId);

const everywhere = { supportsAllDrives: true, includeItemsFromAllDrives: true } as const;

/** What is in the trash is gone for readers, and so is what another person owns: it is read with that person's files. */
export const isGone = ({ driveId }: Reading, file: File): boolean =>
  file.trashed === true || (driveId === null ? file.ownedByMe !== true : file.driveId !== driveId);

export const translateAll = (reading: Reading, files: readonly File[], tick: number): Promise<Translated[]> =>
  manyAtOnce(files, (file) => translate(reading, file, tick));

export async function translate(reading: Reading, file: File, tick: number): Promise<Translated> {
  if (isGone(reading, file)) return { gone: { key: keyOf(file.id), tick } };
  const aclTick = reading.pass.tick();
  const acl = reading.driveId === null ? await ownFileAcl(reading, file) : await sharedDriveAcl(reading, file);
  if (acl === 'gone') return { gone: { key: keyOf(file.id), tick: aclTick } };
  const listedInline = reading.driveId === null && file.permissions;
  return { upsert: { item: itemOf(file), acl, tick, ...(!listedInline && { aclTick }) } };
}

/** In a person's own files the list on each file is whole: nothing in it tells what came from above. */
async function ownFileAcl(reading: Reading, file: File): Promise<Acl | 'gone'> {
  const list = file.permissions ?? (await listPermissions(reading, file.id));
  return list === 'gone' ? list : { state: 'known', inherits: false, grants: list.map(grantOf) };
}

/** In shared drives a list is read only where something was given on the item itself. */
async function sharedDriveAcl(reading: Reading, file: File): Promise<Acl | 'gone'> {
  const inherits = file.inheritedPermissionsDisabled !== true;
  if (file.hasAugmentedPermissions === false) return { state: 'known', inherits, grants: [] };
  const list = await listPermissions(reading, file.id);
  return list === 'gone' ? list : { state: 'known', inherits, grants: list.filter(givenHere).map(grantOf) };
}

async function listPermissions({ drive, as, pass }: Reading, fileId: string): Promise<Permission[] | 'gone'> {
  let gone = false;
  const params = { supportsAllDrives: true, pageSize: 100, fields: PERMISSION_FIELDS };
  const list = await listAll(Permission, 'permissions', async (pageToken) => {
    const path = `/files/${encodeURIComponent(fileId)}/permissions`;
    const reply = await drive.files(path, { ...params, ...pageToken }, as, pass.signal);
    gone ||= reply.status === 404;
    // We may not know who reads it, so nobody does.
    return reply.status === 404 || reply.status === 403 ? { ...reply, status: 200, body: {} } : reply;
  });
  return gone ? 'gone' : list;
}

/** Null: not there, or not for us. */
export async function readFile({ drive, as, pass }: Reading, fileId: string): Promise<File | null> {
  const path = `/files/${encodeURIComponent(fileId)}`;
  const reply = await drive.files(path, { supportsAllDrives: true, fields: FILE_FIELDS }, as, pass.signal);
  return reply.status === 404 ? null : bodyOf(File, reply, path);
}

export async function listFiles(
  { drive, as, pass, driveId }: Reading,
  q: string,
  pageToken: string | null,
): Promise<{ files: File[]; next: string | null }> {
  const corpora = driveId === null ? { corpora: 'user' } : { corpora: 'drive', driveId };
  const params = {
    ...everywhere,
    ...corpora,
    ...(q !== '' && { q }),
    ...(pageToken !== null && { pageToken }),
    pageSize: 1000,
    fields: `files(${FILE_FIELDS}),nextPageToken,incompleteSearch`,
  };
  const reply = await drive.files('/files', params, as, pass.signal);
  if (pageToken !== null && (reply.status === 400 || reply.status === 410))
    throw new ProviderProblem('cursorGone', `The list cannot be continued: ${messageOf(reply)}`);
  const body = bodyOf(FileList, reply, '/files');
  if (body.incompleteSearch)
    throw new ProviderProblem('unavailable', 'The provider searched only a part of the files.');
  return { files: body.files ?? [], next: body.nextPageToken ?? null };
}

export function itemOf(file: File): Item {
  const [parent] = file.parents ?? [];
  return {
    key: keyOf(file.id),
    sourceId: file.id,
    parentKey: parent === undefined ? null : keyOf(parent),
    name: file.name ?? file.id,
    kind: isFolder(file) ? 'folder' : file.mimeType === SHORTCUT ? 'shortcut' : 'file',
    etag: file.version ?? null,
    webUrl: file.webViewLink ?? null,
  };
}
