import { groupsOf } from './truth.ts';
import { type Effective, effective, type File, FOLDER, isTrashed, known, type Role, type World } from './world.ts';

type Json = Record<string, unknown>;

const STRENGTH: readonly Role[] = ['reader', 'commenter', 'writer', 'fileOrganizer', 'organizer', 'owner'];

/** The strongest role of somebody on a file, links left out; null when there is none. */
export function roleOf(world: World, email: string, file: File): Role | null {
  if (file.owner === email) return 'owner';
  const user = [...world.users.values()].find((one) => one.email === email);
  const groups = user ? groupsOf(world, user) : new Set<string>();
  const mine = effective(world, file).filter(
    (one) => one.email !== undefined && (one.email === email || groups.has(one.email)) && !one.deleted && !one.view,
  );
  return strongest(mine.map(({ role }) => role)) ?? managerOf(world, email, file);
}

/** Managers of a shared drive reach into folders with limited access. */
function managerOf(world: World, email: string, file: File): Role | null {
  const top = file.driveId === null ? undefined : world.files.get(file.driveId);
  const role = top && top.id !== file.id ? roleOf(world, email, top) : null;
  return role === 'organizer' ? role : null;
}

const strongest = (roles: readonly Role[]): Role | null =>
  roles.reduce<Role | null>(
    (best, role) => (best === null || STRENGTH.indexOf(role) > STRENGTH.indexOf(best) ? role : best),
    null,
  );

export function fileJson(world: World, file: File, as: string): Json {
  const role = roleOf(world, as, file);
  const mayShare = role !== null && STRENGTH.indexOf(role) >= STRENGTH.indexOf('writer');
  const list = permissionsOf(world, file);
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    ...(file.parentId !== null && { parents: [file.parentId] }),
    ...(file.driveId !== null && { driveId: file.driveId }),
    ...(file.owner !== null && { owners: [{ emailAddress: file.owner }], ownedByMe: file.owner === as }),
    trashed: isTrashed(world, file),
    explicitlyTrashed: file.trashed,
    shared: list.length > 1,
    permissionIds: list.map(({ id }) => id),
    // Never filled for items of shared drives.
    ...(mayShare && file.driveId === null && { permissions: list }),
    ...(file.driveId !== null && { hasAugmentedPermissions: file.permissions.size > 0 && file.parentId !== null }),
    inheritedPermissionsDisabled: file.inheritsNot,
    capabilities: { canShare: mayShare },
    version: String(file.version),
    modifiedTime: new Date(world.now()).toISOString(),
    webViewLink: `https://drive.example/${file.mimeType === FOLDER ? 'folders' : 'file'}/${file.id}`,
    ...(file.shortcutTo !== null && {
      shortcutDetails: {
        targetId: file.shortcutTo,
        targetMimeType: known(world.files, file.shortcutTo, 'file').mimeType,
      },
    }),
  };
}

/** One entry per principal, inherited or not; only in shared drives is it said which. */
export function permissionsOf(world: World, file: File): Json[] {
  const byId = new Map<string, Effective[]>();
  for (const one of effective(world, file)) byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  return [...byId.values()].map((same) => permissionJson(same, file.driveId !== null));
}

function permissionJson(same: readonly Effective[], inSharedDrive: boolean): Json {
  // Somebody may have it from several places: the one that lasts longest is shown.
  const lasts = (one: Effective) => one.expires ?? Number.POSITIVE_INFINITY;
  const [first] = [...same].sort((a, b) => lasts(b) - lasts(a));
  if (!first) throw new Error('A permission has at least one source');
  return {
    kind: 'drive#permission',
    id: first.id,
    type: first.type,
    role: strongest(same.map(({ role }) => role)),
    ...(first.email !== undefined && { emailAddress: first.email, displayName: first.email }),
    ...(first.domain !== undefined && { domain: first.domain, displayName: first.domain }),
    ...(first.discoverable !== undefined && { allowFileDiscovery: first.discoverable }),
    ...(first.expires !== undefined && { expirationTime: new Date(first.expires).toISOString() }),
    ...(first.view !== undefined && { view: first.view }),
    deleted: first.deleted ?? false,
    pendingOwner: false,
    ...(inSharedDrive && {
      permissionDetails: same.map((one) => ({
        permissionType: one.inheritedFrom === null && one.direct ? 'file' : 'member',
        role: one.role,
        inherited: !one.direct,
        ...(one.inheritedFrom !== null && { inheritedFrom: one.inheritedFrom }),
      })),
    }),
  };
}
