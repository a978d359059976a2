import { tell } from './edits.ts';
import {
  type File,
  FOLDER,
  type Group,
  known,
  type Permission,
  SHORTCUT,
  type SharedDrive,
  type User,
  type World,
} from './world.ts';

/** Adding people, drives and files. */
export function addUser(world: World, name: string, given: { admin?: boolean; aliases?: string[] } = {}): User {
  world.ids += 1;
  const email = `${name}@${world.domain}`;
  const user: User = {
    id: `10${String(world.ids).padStart(18, '0')}`,
    email,
    aliases: given.aliases ?? [],
    suspended: false,
    admin: given.admin ?? false,
  };
  world.users.set(user.id, user);
  const root = fileOf(world, 'My Drive', FOLDER, null, null, email);
  root.permissions.set(permissionId(email), owning(email));
  world.files.set(root.id, root);
  return user;
}

/** The top of somebody's own files. */
export function rootOf(world: World, user: User): File {
  for (const file of world.files.values())
    if (file.parentId === null && file.driveId === null && file.owner === user.email) return file;
  throw new Error(`${user.email} has no files`);
}

export function addGroup(world: World, name: string): Group {
  world.ids += 1;
  const group: Group = { id: `g${world.ids}`, email: `${name}@${world.domain}`, members: new Map() };
  world.groups.set(group.id, group);
  return group;
}

/** The drive's own permissions are those of its top item, which has the drive's id. */
export function addSharedDrive(world: World, name: string): File {
  world.ids += 1;
  const id = `0A${String(world.ids).padStart(15, '0')}PVA`;
  const drive: SharedDrive = { id, name };
  world.drives.set(id, drive);
  const top: File = { ...fileOf(world, name, FOLDER, null, id, null), id };
  world.files.set(id, top);
  return top;
}

export function addFile(
  world: World,
  parent: File,
  name: string,
  kind: 'file' | 'folder' = 'file',
  owner?: string,
): File {
  const owns = parent.driveId === null ? (owner ?? parent.owner) : null;
  const file = fileOf(world, name, kind === 'folder' ? FOLDER : 'text/plain', parent.id, parent.driveId, owns);
  if (owns !== null) file.permissions.set(permissionId(owns), owning(owns));
  world.files.set(file.id, file);
  parent.children.add(file.id);
  tell(world, file, 'CREATE', { create: { new: {} } });
  return file;
}

export function addShortcut(world: World, parent: File, name: string, to: File): File {
  const made = fileOf(world, name, SHORTCUT, parent.id, parent.driveId, parent.owner);
  const file: File = { ...made, shortcutTo: to.id };
  if (parent.owner !== null) file.permissions.set(permissionId(parent.owner), owning(parent.owner));
  world.files.set(file.id, file);
  known(world.files, parent.id, 'file').children.add(file.id);
  tell(world, file, 'CREATE', { create: { new: {} } });
  return file;
}

export const permissionId = (principal: string): string =>
  `p${[...principal].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1e15, 7)}`;

const owning = (email: string): Permission => ({ id: permissionId(email), type: 'user', role: 'owner', email });

function fileOf(
  world: World,
  name: string,
  mimeType: string,
  parentId: string | null,
  driveId: string | null,
  owner: string | null,
): File {
  world.ids += 1;
  return {
    id: `1F${String(world.ids).padStart(30, '0')}`,
    name,
    mimeType,
    parentId,
    driveId,
    owner,
    permissions: new Map(),
    inheritsNot: false,
    trashed: false,
    removed: false,
    shortcutTo: null,
    version: 1,
    children: new Set(),
  };
}
