/**
 * The words at the boundary: what a provider client yields and what the store takes. Keys are texts that are unique
 * inside one connection (one tenant); `itemKey` and `principalKey` make them, so that ids of two drives or two sites never meet.
 */

export type ItemKind = 'site' | 'drive' | 'folder' | 'file' | 'shortcut';

/** Something at the provider that can be shared. */
export interface Item {
  readonly key: string;
  /** The provider's own id, as people find it in addresses. */
  readonly sourceId: string;
  /** Null only for the top of a tree (the root of a drive); an item under an unknown parent is readable by nobody. */
  readonly parentKey: string | null;
  readonly name: string;
  readonly kind: ItemKind;
  readonly etag?: string | null;
  readonly webUrl?: string | null;
}

/** Who is granted something, and who is in a group. */
export type Subject =
  /** A user, group or site group known by an id: the key is made by `principalKey`. */
  | { readonly kind: 'user' | 'group' | 'siteGroup'; readonly key: string }
  /**
   * Somebody, or a group, known by address alone: found through the addresses of the directory. `pin` is the provider's own
   * name for the holder: once found, what carries it stays with that account, whoever has the address later.
   */
  | { readonly kind: 'mail'; readonly email: string; readonly pin?: string }
  /** Every member of a Workspace domain. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** Every member of the tenant, guests left out. */
  | { readonly kind: 'tenant' }
  /** Every account the directory knows, guests included. */
  | { readonly kind: 'everyone' }
  /** The public. */
  | { readonly kind: 'anyone' };

export type GrantRole = 'read' | 'write' | 'owner' | 'none';

/**
 * When the grant counts. `always`; `organizationLink` (a link for everybody in the tenant, or a domain share that is
 * not discoverable): only when the connection says so; `never`, for the reason given in `ignored`.
 */
export type Gate = 'always' | 'organizationLink' | 'never';

export type IgnoredBecause =
  | 'deleted'
  | 'limitedAccess'
  | 'application'
  | 'device'
  | 'anonymousLink'
  | 'existingAccessLink'
  | 'nobodyNamed'
  | 'publishedView'
  | 'unredeemedInvitation'
  | 'unresolvedSubject'
  | 'unknownRole';

/** One relation: subject has role on item. A permission that names several people is several of these with one id. */
export interface Grant {
  /** The provider's id of the permission. */
  readonly permissionId: string;
  readonly subject: Subject;
  readonly role: GrantRole;
  readonly gate: Gate;
  readonly ignored?: IgnoredBecause;
  /** Where the provider says it comes from; told to people, never used to decide. */
  readonly inheritedFrom?: string | null;
  /** Null: for ever. The provider's "none" (0001-01-01) is null here. */
  readonly expiresAt?: Date | null;
  /** The permission exactly as the provider sent it. */
  readonly raw: unknown;
}

/**
 * What is known about who may read the item.
 * - `known` replaces what is held. With `inherits`, the parent's grants count too; without, only these count.
 * - `kept`: this read said nothing about permissions. What is held stays; an item that is not held yet inherits
 *   (`ifNew: 'inherit'`) or is readable by nobody until its permissions are read (`ifNew: 'deny'`).
 */
export type Acl =
  | { readonly state: 'known'; readonly inherits: boolean; readonly grants: readonly Grant[] }
  | { readonly state: 'kept'; readonly ifNew: 'inherit' | 'deny' };

export interface ItemUpsert {
  readonly item: Item;
  readonly acl: Acl;
  /**
   * `pass.tick()` taken BEFORE the request that read the item was sent: an older read never overrules a newer one.
   * 0 when only the permissions were read: place and name then repeat what is held and decide nothing.
   */
  readonly tick: number;
  /** `pass.tick()` before the request that read the permissions, where that was another one. */
  readonly aclTick?: number;
}

/** What is below a deleted item becomes unreadable with it, unless it was moved elsewhere. */
export interface ItemDelete {
  readonly key: string;
  readonly tick: number;
}

/** Opaque to everybody but the client that made it. */
export type Cursor = string;

/** Something with a change feed of its own: a drive, a shared drive, one person's files. */
export interface Space {
  /** Of one person's files: the key of that person, without whom they cannot be read. */
  readonly key: string;
  readonly name: string;
  /** The site it belongs to, where there is one. */
  readonly siteKey?: string | null;
}

/** What the clients yield while they read a space. Nothing of a pass is in force before its `complete` page. */
export interface ItemPage {
  readonly upserts: readonly ItemUpsert[];
  readonly deletes: readonly ItemDelete[];
  /** Where to go on: after a crash in the middle of a crawl, or with the next poll when the page is complete. */
  readonly cursor: Cursor | null;
  /** The last page. Of a crawl: whatever of the space was not in it no longer exists. */
  readonly complete: boolean;
}

/** An item page with what makes it safe to apply. */
export interface Batch extends ItemPage {
  readonly spaceKey: string;
  /** Everything, or the changes since the cursor and what was read again beside them. */
  readonly mode: 'crawl' | 'poll';
  /** Of the crawl that it belongs to; polls carry the space's present one. */
  readonly generation: number;
  /** Given to whoever holds the lease on the connection: writes under an older one are refused. */
  readonly fence: number;
  /** Why, for the change log: `delta`, `crawl`, `activity`, `verification`... */
  readonly cause: string;
}

export type PrincipalKind = 'user' | 'group' | 'siteGroup';

export interface Principal {
  readonly key: string;
  readonly sourceId: string;
  readonly kind: PrincipalKind;
  readonly name: string | null;
  /** The best first: primary address or mail, then user principal name, then aliases. */
  readonly emails: readonly string[];
  /** False: suspended, disabled or archived; such a person may read nothing. */
  readonly active: boolean;
  /** Guests are not members of the tenant. */
  readonly guest: boolean;
}

/** All direct members of a group, as read. A group that could not be read is not told at all and keeps its members. */
export interface GroupMembers {
  readonly groupKey: string;
  readonly members: readonly Subject[];
}

/** The same edges seen from the other end: all groups the person or group is directly in. */
export interface MemberOf {
  readonly memberKey: string;
  readonly groups: readonly string[];
}

/** What the clients yield while they read the directory; in force page by page, removals with the `complete` one. */
export interface DirectoryPage {
  readonly principals: readonly Principal[];
  readonly members: readonly GroupMembers[];
  readonly memberOf: readonly MemberOf[];
  /** Gone for certain (404 on a group): in force at once. */
  readonly removed: readonly string[];
  /** Could not be read this time, and so stays as it is held. */
  readonly kept?: readonly string[];
  /** The last page of a whole reading: principals that were not in it are gone. */
  readonly complete: boolean;
}

/**
 * The pages of one reading as one. Half of a directory may never have been true: somebody reinstated and still in a group
 * they had left. So nothing of a reading counts before all of it was read.
 */
export async function* mergePages(pages: AsyncIterable<DirectoryPage>): AsyncGenerator<DirectoryPage> {
  const all: DirectoryPage[] = [];
  for await (const page of pages) all.push(page);
  yield {
    principals: all.flatMap(({ principals }) => principals),
    members: all.flatMap(({ members }) => members),
    memberOf: all.flatMap(({ memberOf }) => memberOf),
    removed: all.flatMap(({ removed }) => removed),
    kept: all.flatMap(({ kept }) => kept ?? []),
    complete: all.at(-1)?.complete ?? false,
  };
}

/** Ids of items repeat between drives of provider B; those of provider A are unique, so it leaves the drive out. */
export const itemKey = (driveId: string | null, itemId: string): string =>
  driveId === null ? itemId : `${driveId}:${itemId}`;

/** Ids of site groups are unique inside one site collection only: `scope` is the site's id there, null elsewhere. */
export const principalKey = (kind: PrincipalKind, scope: string | null, id: string): string =>
  scope === null ? `${kind}:${id}` : `${kind}:${scope}:${id}`;
