/** The state of one tenant at provider B, as the provider itself would hold it. */

export type Who =
  | { readonly kind: 'user' | 'group' | 'groupOwners' | 'application' | 'device'; readonly id: string }
  | { readonly kind: 'siteGroup'; readonly siteId: string; readonly id: number }
  | { readonly kind: 'everyone' | 'everyoneExceptExternal' };

export interface Link {
  readonly scope: 'anonymous' | 'organization' | 'users' | 'existingAccess';
  readonly type: 'view' | 'edit';
  /** User ids, for scope users. */
  readonly people: readonly string[];
}

export interface Grant {
  readonly id: string;
  /** `read`, `write`, `owner`, a custom name, or nothing at all for limited access. */
  readonly roles: readonly string[];
  readonly who?: Who;
  readonly link?: Link;
  readonly invitation?: { readonly email: string };
  /** Milliseconds; absent means never. */
  readonly expires?: number;
  /** How the wire spells the principal: today's field, its deprecated form, or a login-name claim. */
  readonly spelling?: 'today' | 'deprecated' | 'claim';
}

export interface User {
  readonly id: string;
  upn: string;
  mail: string | null;
  readonly guest: boolean;
  enabled: boolean;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly unified: boolean;
  readonly hidden: boolean;
  /** Ids of users and of groups. */
  readonly members: Set<string>;
  readonly owners: Set<string>;
}

export interface Item {
  readonly id: string;
  readonly driveId: string;
  parentId: string | null;
  name: string;
  readonly folder: boolean;
  /** True when the item does not inherit: then `grants` is its whole list. The root never inherits. */
  unique: boolean;
  grants: Grant[];
  deleted: boolean;
  /** The app itself lost its rights here. */
  hidden: boolean;
  /** Place before the last move or rename: what a stale page still shows. */
  before: { parentId: string | null; name: string } | null;
  readonly children: Set<string>;
}

export interface Change {
  readonly seq: number;
  readonly itemId: string;
  /** Whether permissions changed, and whether the feed says so. */
  readonly sharing: 'no' | 'said' | 'silent';
}

export interface Drive {
  readonly id: string;
  readonly siteId: string;
  readonly name: string;
  readonly rootId: string;
  readonly log: Change[];
  /** Tokens of an earlier epoch answer 410. */
  epoch: number;
  goneCode: string;
  gone: boolean;
}

export interface Site {
  readonly id: string;
  readonly name: string;
  readonly driveIds: string[];
}

export interface World {
  readonly tenantId: string;
  readonly host: string;
  readonly users: Map<string, User>;
  readonly groups: Map<string, Group>;
  readonly sites: Map<string, Site>;
  readonly drives: Map<string, Drive>;
  readonly items: Map<string, Item>;
  readonly now: () => number;
  seq: number;
  ids: number;
}

export function emptyWorld(now: () => number, tenantId = '11111111-2222-4333-8444-555555555555'): World {
  return {
    tenantId,
    host: 'contoso.example',
    users: new Map(),
    groups: new Map(),
    sites: new Map(),
    drives: new Map(),
    items: new Map(),
    now,
    seq: 0,
    ids: 0,
  };
}

/** Directory objects have guids; the number keeps them readable in a failing test. */
export function guid(world: World, kind: number): string {
  world.ids += 1;
  return `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${world.ids.toString(16).padStart(12, '0')}`;
}

export function known<T>(map: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`No ${what} ${id} in this world`);
  return found;
}

/** The item whose list of permissions counts for this one: itself or the nearest ancestor that does not inherit. */
export function permissionRoot(world: World, item: Item): Item {
  let at = item;
  while (!at.unique && at.parentId !== null) at = known(world.items, at.parentId, 'item');
  return at;
}

export function isGone(world: World, item: Item): boolean {
  for (let at: Item | undefined = item; at; at = at.parentId === null ? undefined : world.items.get(at.parentId))
    if (at.deleted) return true;
  return known(world.drives, item.driveId, 'drive').gone;
}
