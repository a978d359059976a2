import type { Random } from '../wire/random.ts';
import { addFile, addGroup, addSharedDrive, addShortcut, addUser, permissionId, rootOf } from './build.ts';
import { join, leave, limitAccess, move, remove, rename, share, type Told, trash, unshare } from './edits.ts';
import { type File, FOLDER, isRemoved, type Permission, type Role, SHORTCUT, type World } from './world.ts';

/** A small organization: people with files of their own, a shared drive, groups in groups. */
export function grow(world: World, random: Random, size = 40): void {
  addUser(world, 'admin', { admin: true });
  const people = ['ann', 'bob', 'cy', 'dee', 'eli'].map((name) =>
    addUser(world, name, { aliases: [`${name}.alias@${world.domain}`] }),
  );
  for (const name of ['staff', 'leads', 'board']) addGroup(world, name);
  const drive = addSharedDrive(world, 'Lab');
  // Somebody who manages the drive for good, so that there is always a person to read it as.
  const [founder] = people;
  if (founder) share(world, drive, granted(world, 'user', founder.email, 'organizer'));
  for (const top of [drive, ...people.slice(0, 3).map((user) => rootOf(world, user))])
    for (let made = 0; made < size / 4; made += 1)
      addFile(world, aFolderOf(world, random, top), `f${made}`, kind(random));
  for (let step = 0; step < size; step += 1) edit(world, random);
}

const kind = (random: Random) => (random.chance(0.4) ? ('folder' as const) : ('file' as const));

const living = (world: World): File[] => [...world.files.values()].filter((file) => !isRemoved(world, file));

const sameTree = (a: File, b: File): boolean => a.driveId === b.driveId && a.owner === b.owner;

const aFolderOf = (world: World, random: Random, like: File): File =>
  random.pick(living(world).filter((file) => file.mimeType === FOLDER && sameTree(file, like)));

const granted = (world: World, type: 'user' | 'group', email: string, role: Role, expires?: number): Permission => ({
  id: permissionId(email),
  type,
  role,
  email,
  ...(expires !== undefined && { expires: world.now() + expires }),
});

function aPermission(world: World, random: Random, file: File): Permission {
  const role = random.pick(['reader', 'commenter', 'writer'] as const);
  const roll = random.below(20);
  const expires = file.driveId === null && random.chance(0.2) ? random.below(3_600_000) : undefined;
  if (roll < 8) return granted(world, 'user', random.pick([...world.users.values()]).email, role, expires);
  if (roll < 15) return granted(world, 'group', random.pick([...world.groups.values()]).email, role, expires);
  if (roll === 15) return { id: 'domain', type: 'domain', role: 'reader', domain: world.domain, discoverable: true };
  if (roll === 16)
    return { id: 'domainLink', type: 'domain', role: 'reader', domain: world.domain, discoverable: false };
  if (roll === 17) return { id: 'anyoneWithLink', type: 'anyone', role: 'reader', discoverable: false };
  if (roll === 18) return { id: 'anyone', type: 'anyone', role: 'reader', discoverable: true };
  const gone = `gone${random.below(3)}@${world.domain}`;
  return { id: permissionId(gone), type: 'user', role, email: gone, deleted: true };
}

function editGroups(world: World, random: Random): string {
  const group = random.pick([...world.groups.values()]);
  const roll = random.below(10);
  const user = random.pick([...world.users.values()]);
  const inner = random.pick([...world.groups.values()]);
  const member =
    roll < 6
      ? ({ id: user.id, email: user.email, role: 'MEMBER', type: 'USER' } as const)
      : roll < 9
        ? ({ id: inner.id, email: inner.email, role: 'OWNER', type: 'GROUP' } as const)
        : ({ id: 'C0customer', role: 'MEMBER', type: 'CUSTOMER' } as const);
  if (group.members.has(member.id)) leave(group, member.id);
  else join(group, member);
  return `${group.members.has(member.id) ? 'put' : 'take'} ${member.id} of ${group.email}`;
}

/** The activity feed may be silent or late; the change feed is what one can rely on. */
const telling = (random: Random): Told => ({
  activity: random.chance(0.7) ? 'now' : random.chance(0.5) ? 'never' : { afterMs: random.below(120_000) },
});

export function edit(world: World, random: Random): string {
  const file = random.pick(living(world).filter((one) => one.parentId !== null || one.driveId !== null));
  const told = telling(random);
  const roll = random.below(100);
  const is = (what: string) => `${what} ${file.id} (${JSON.stringify(told.activity)})`;
  if (roll < 24) share(world, file, keepingRole(file, aPermission(world, random, file)), told);
  else if (roll < 42) return withdraw(world, random, file, told);
  else if (roll < 47) limitAccess(world, file, !file.inheritsNot && file.parentId !== null, told);
  else if (roll < 52) rename(world, file, `n${random.below(1000)}`, told);
  else if (roll < 64) move(world, file, aFolderOf(world, random, file), told);
  else if (roll < 69) trash(world, file, !file.trashed, told);
  else if (roll < 72) remove(world, file, told);
  else if (roll < 80) addFile(world, aFolderOf(world, random, file), 'new', kind(random));
  else if (roll < 82 && file.mimeType !== SHORTCUT) addShortcut(world, aFolderOf(world, random, file), 'short', file);
  else if (roll < 95) return editGroups(world, random);
  else if (roll < 98) return suspend(world, random);
  else world.tokenEpoch += 1;
  return is(EDITS.find(([below]) => roll < below)?.[1] ?? 'forget change tokens');
}

const EDITS: readonly [number, string][] = [
  [24, 'share'],
  [47, 'limit access of'],
  [52, 'rename'],
  [64, 'move'],
  [69, 'trash or restore'],
  [72, 'remove'],
  [82, 'add near'],
];

/** An owner stays the owner, whatever else they are given; a manager of the drive stays one. */
const keepingRole = (file: File, permission: Permission): Permission => {
  const before = file.permissions.get(permission.id);
  return before?.role === 'owner' || before?.role === 'organizer' ? before : permission;
};

function withdraw(world: World, random: Random, file: File, told: Told): string {
  const some = [...file.permissions.values()].filter(({ role }) => role !== 'owner' && role !== 'organizer');
  if (some.length === 0) return 'nothing';
  const { id } = random.pick(some);
  unshare(world, file, id, told);
  return `withdraw ${id} from ${file.id} (${JSON.stringify(told.activity)})`;
}

function suspend(world: World, random: Random): string {
  const manager = [...world.drives.keys()].flatMap((id) => [...(world.files.get(id)?.permissions.values() ?? [])]);
  const kept = new Set(manager.filter(({ role }) => role === 'organizer').map(({ email }) => email));
  const some = [...world.users.values()].filter((user) => !user.admin && !kept.has(user.email));
  const user = random.pick(some);
  user.suspended = !user.suspended;
  return `${user.suspended ? 'suspend' : 'reinstate'} ${user.email}`;
}
