import {
  type Action,
  type File,
  type Group,
  known,
  type Member,
  type Permission,
  upwards,
  type World,
} from './world.ts';

/** What people do at the source. Each edit is true at once and then told by the two feeds. */
export interface Told {
  /** Whether the activity feed tells, and how late. The change feed always does. */
  readonly activity?: 'now' | 'never' | { readonly afterMs: number };
}

export function share(world: World, file: File, permission: Permission, told: Told = {}): void {
  file.permissions.set(permission.id, permission);
  tell(world, file, 'PERMISSION_CHANGE', { permissionChange: { addedPermissions: [shown(permission)] } }, told);
}

export function unshare(world: World, file: File, permissionId: string, told: Told = {}): void {
  const before = file.permissions.get(permissionId);
  if (!before || before.role === 'owner') return;
  file.permissions.delete(permissionId);
  tell(world, file, 'PERMISSION_CHANGE', { permissionChange: { removedPermissions: [shown(before)] } }, told);
}

export function limitAccess(world: World, file: File, inheritsNot: boolean, told: Told = {}): void {
  file.inheritsNot = inheritsNot;
  tell(world, file, 'PERMISSION_CHANGE', { permissionChange: {} }, told);
}

export function rename(world: World, file: File, name: string, told: Told = {}): void {
  file.name = name;
  tell(world, file, 'RENAME', { rename: { newTitle: name } }, told);
}

/** Inside one drive, or inside one person's files. Only the moved item is told about. */
export function move(world: World, file: File, to: File, told: Told = {}): void {
  const inside = [...upwards(world, to)].some((at) => at.id === file.id);
  if (file.parentId === null || file.driveId !== to.driveId || file.owner !== to.owner || inside) return;
  known(world.files, file.parentId, 'file').children.delete(file.id);
  file.parentId = to.id;
  to.children.add(file.id);
  tell(world, file, 'MOVE', { move: {} }, told);
}

export function trash(world: World, file: File, trashed: boolean, told: Told = {}): void {
  if (file.parentId === null || file.trashed === trashed) return;
  file.trashed = trashed;
  tell(world, file, trashed ? 'DELETE' : 'RESTORE', trashed ? { delete: { type: 'TRASH' } } : { restore: {} }, told);
}

/** For ever: with everything in it, of which the feed tells the top alone. */
export function remove(world: World, file: File, told: Told = {}): void {
  if (file.parentId === null || file.removed) return;
  file.removed = true;
  tell(world, file, 'DELETE', { delete: { type: 'PERMANENT_DELETE' } }, told);
}

export function join(group: Group, member: Member): void {
  group.members.set(member.id, member);
}

export function leave(group: Group, memberId: string): void {
  group.members.delete(memberId);
}

export function tell(world: World, file: File, action: Action, detail: Record<string, unknown>, told: Told = {}): void {
  world.seq += 1;
  file.version += 1;
  const activity = told.activity ?? 'now';
  if (activity !== 'never') {
    const at = world.now();
    world.activities.push({
      action,
      fileId: file.id,
      at,
      shownAt: activity === 'now' ? at : at + activity.afterMs,
      detail,
    });
  }
  const feed = file.driveId ?? file.owner;
  if (feed === null) return;
  const changes = world.changes.get(feed) ?? [];
  changes.push({ seq: world.seq, fileId: file.id, feed });
  world.changes.set(feed, changes);
}

const ROLES = {
  owner: 'OWNER',
  organizer: 'ORGANIZER',
  fileOrganizer: 'FILE_ORGANIZER',
  writer: 'EDITOR',
  commenter: 'COMMENTER',
  reader: 'VIEWER',
} as const;

/** As the activity feed writes it: a person is a number there, never an address. */
function shown(permission: Permission): Record<string, unknown> {
  const role = permission.view ? 'PUBLISHED_VIEWER' : ROLES[permission.role];
  if (permission.type === 'user') return { role, user: { knownUser: { personName: `people/${permission.id}` } } };
  if (permission.type === 'group') return { role, group: { email: permission.email, title: permission.email } };
  if (permission.type === 'domain')
    return { role, domain: { name: permission.domain }, allowDiscovery: permission.discoverable };
  return { role, anyone: {}, allowDiscovery: permission.discoverable };
}
