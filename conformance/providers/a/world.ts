/** The state of one organization at provider A, as the provider itself would hold it. */

export type Role = 'owner' | 'organizer' | 'fileOrganizer' | 'writer' | 'commenter' | 'reader';

export interface Permission {
  /** The same for one principal on every file. */
  readonly id: string;
  readonly type: 'user' | 'group' | 'domain' | 'anyone';
  role: Role;
  /** Of users and groups. */
  readonly email?: string;
  readonly domain?: string;
  /** Of domain and anyone: false is a link only. */
  readonly discoverable?: boolean;
  /** Milliseconds; absent means never. */
  readonly expires?: number;
  /** The account behind it is gone. */
  readonly deleted?: boolean;
  readonly view?: 'published';
}

export interface User {
  readonly id: string;
  email: string;
  readonly aliases: string[];
  suspended: boolean;
  readonly admin: boolean;
}

export interface Member {
  readonly id: string;
  /** Absent for some external members, and for the whole organization. */
  readonly email?: string;
  readonly role: 'OWNER' | 'MANAGER' | 'MEMBER';
  readonly type: 'USER' | 'GROUP' | 'CUSTOMER' | 'EXTERNAL';
}

export interface Group {
  readonly id: string;
  readonly email: string;
  readonly members: Map<string, Member>;
}

export interface File {
  readonly id: string;
  name: string;
  readonly mimeType: string;
  /** Null for the top of a drive. */
  parentId: string | null;
  /** The shared drive; null in somebody's own files. */
  readonly driveId: string | null;
  /** Address of the owner; null in shared drives. */
  readonly owner: string | null;
  /** Given here, not inherited; the owner's is among them. */
  readonly permissions: Map<string, Permission>;
  inheritsNot: boolean;
  trashed: boolean;
  removed: boolean;
  readonly shortcutTo: string | null;
  version: number;
  readonly children: Set<string>;
}

export interface SharedDrive {
  readonly id: string;
  name: string;
}

export type Action =
  | 'CREATE'
  | 'MOVE'
  | 'RENAME'
  | 'DELETE'
  | 'RESTORE'
  | 'PERMISSION_CHANGE'
  | 'SETTINGS_CHANGE'
  | 'EDIT';

export interface Activity {
  readonly action: Action;
  readonly fileId: string;
  readonly at: number;
  /** Not shown before this time. */
  readonly shownAt: number;
  readonly detail: Record<string, unknown>;
}

export interface Change {
  readonly seq: number;
  readonly fileId: string;
  /** Whose feed it is in: an address, or the id of a shared drive. */
  readonly feed: string;
}

export interface World {
  readonly domain: string;
  readonly users: Map<string, User>;
  readonly groups: Map<string, Group>;
  readonly drives: Map<string, SharedDrive>;
  readonly files: Map<string, File>;
  readonly activities: Activity[];
  readonly changes: Map<string, Change[]>;
  readonly now: () => number;
  seq: number;
  ids: number;
  /** Change tokens of an earlier epoch are refused. */
  tokenEpoch: number;
}

export const FOLDER = 'application/vnd.google-apps.folder';
export const SHORTCUT = 'application/vnd.google-apps.shortcut';

export function emptyWorld(now: () => number, domain = 'example.org'): World {
  return {
    domain,
    users: new Map(),
    groups: new Map(),
    drives: new Map(),
    files: new Map(),
    activities: [],
    changes: new Map(),
    now,
    seq: 0,
    ids: 0,
    tokenEpoch: 0,
  };
}

export function known<T>(map: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`No ${what} ${id} in this world`);
  return found;
}

/** The item and everything above it, the item first. */
export function* upwards(world: World, file: File): Generator<File> {
  for (let at: File | undefined = file; at; at = at.parentId === null ? undefined : world.files.get(at.parentId))
    yield at;
}

export interface Effective extends Permission {
  readonly direct: boolean;
  readonly inheritedFrom: string | null;
}

/** What counts on a file: its own, and those above it up to where inheritance was switched off. */
export function effective(world: World, file: File): Effective[] {
  const found: Effective[] = [];
  for (const at of upwards(world, file)) {
    // Whoever owns a folder does not own what others put into it.
    for (const one of at.permissions.values())
      if (at === file || one.role !== 'owner' || at.owner === file.owner)
        found.push({ ...one, direct: at === file, inheritedFrom: at === file ? null : at.id });
    if (at.inheritsNot) break;
  }
  return found;
}

export const isTrashed = (world: World, file: File): boolean => [...upwards(world, file)].some((at) => at.trashed);

export const isRemoved = (world: World, file: File): boolean => [...upwards(world, file)].some((at) => at.removed);
