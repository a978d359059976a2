import { type Acl, type Item, type ItemDelete, type ItemUpsert, itemKey } from '../model.ts';
import type { HeldItem, Pass } from '../provider-client.ts';
import { type DeltaPage, sharingChanged } from './delta.ts';
import type { DriveItem } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import type { Place } from './permission.rules.ts';
import { inheriting, ownList, type ReadAcl, readPermissions } from './permission-reader.ts';

export interface DriveParts {
  readonly graph: Graph;
  readonly driveId: string;
  readonly place: Place;
  readonly pass: Pass;
  readonly recent: RecentChanges;
}

export interface Changes {
  readonly upserts: ItemUpsert[];
  readonly deletes: ItemDelete[];
}

/**
 * An empty `shared` facet on a change means a list of its own with nobody on it, or that the item inherits again; the
 * feed does not say which. Its list is read and held as its own, under this mark, and read again whenever anything above
 * it changes: right in both cases.
 */
const DOUBT = 'doubt ';
const inDoubt = (item: { readonly etag?: string | null } | undefined): boolean =>
  item?.etag?.startsWith(DOUBT) ?? false;

const isEmpty = (facet: object | null | undefined): boolean => !facet || Object.keys(facet).length === 0;

const saysSharing = (item: DriveItem): boolean => sharingChanged(item) || Boolean(item.shared) || Boolean(item.root);

/** A page of a whole listing: items without the facet inherit, all others have a list that says everything. */
export async function changesOfListing(parts: DriveParts, page: DeltaPage): Promise<Changes> {
  const items = page.items.filter((item) => !item.deleted).map((item) => itemOf(parts.driveId, item, false));
  const asked = page.items.filter((item) => !item.deleted && saysSharing(item)).map(({ id }) => id);
  return assemble(parts, page, items, new Set(asked), [], inheriting);
}

/** A page of changes: what it does not say about permissions stays as it is held. */
export async function changesOfPoll(parts: DriveParts, page: DeltaPage): Promise<Changes> {
  const { pass, driveId, recent } = parts;
  const keyOf = (id: string) => itemKey(driveId, id);
  const held = new Map((await pass.held(page.items.map(({ id }) => keyOf(id)))).map((one) => [one.key, one]));
  const doubted = new Set(recent.doubts().map(({ key }) => key));
  const asked = new Set<string>();
  const items: Item[] = [];
  const below = new Map<string, Item>();
  for (const item of page.items) {
    if (item.deleted) continue;
    const before = held.get(keyOf(item.id));
    const wasInDoubt = inDoubt(before) || doubted.has(keyOf(item.id));
    const says = saysSharing(item);
    if (says || wasInDoubt) asked.add(item.id);
    items.push(itemOf(driveId, item, !item.root && isEmpty(item.shared) && (says || wasInDoubt)));
    const moved = before?.parentKey !== parentKey(driveId, item) || recent.has(item.id);
    if (!item.folder || !(moved || says)) continue;
    for (const one of recent.doubts()) below.set(one.key, one);
    for await (const one of pass.below(keyOf(item.id))) if (inDoubt(one)) below.set(one.key, heldAsItem(one));
  }
  const told = new Set(items.map(({ key }) => key));
  const others = [...below.values()].filter(({ key }) => !told.has(key));
  const changes = await assemble(parts, page, items, asked, others, { state: 'kept', ifNew: 'inherit' });
  const now = pass.now().getTime();
  for (const item of items) recent.tell(item.sourceId, now, inDoubt(item) ? item : null);
  for (const item of page.items) if (item.deleted) recent.tell(item.id, now, null);
  return changes;
}

/** `others` are items of which only the permissions are read again. */
async function assemble(
  { graph, driveId, place, pass }: DriveParts,
  page: DeltaPage,
  items: readonly Item[],
  asked: ReadonlySet<string>,
  others: readonly Item[],
  otherwise: Acl,
): Promise<Changes> {
  const ids = [...new Set([...asked, ...others.map(({ sourceId }) => sourceId)])];
  const aclTick = pass.tick();
  const acls: ReadonlyMap<string, ReadAcl> =
    ids.length === 0 ? new Map() : await readPermissions(graph, driveId, ids, place, pass.signal);
  const deletes = page.items.flatMap(({ id, deleted }) =>
    deleted ? [{ key: itemKey(driveId, id), tick: page.tick }] : [],
  );
  const changes: Changes = { upserts: [], deletes };
  const put = (item: Item, tick: number) => {
    const acl = acls.get(item.sourceId);
    if (!acl) changes.upserts.push({ item, tick, acl: otherwise });
    else if (acl.state === 'gone') changes.deletes.push({ key: item.key, tick: aclTick });
    else changes.upserts.push({ item, tick, acl: ownList(acl.grants), aclTick });
  };
  for (const item of items) put(item, page.tick);
  for (const item of others) put(item, 0);
  return changes;
}

const parentKey = (driveId: string, item: DriveItem): string | null =>
  item.root || !item.parentReference?.id ? null : itemKey(driveId, item.parentReference.id);

function itemOf(driveId: string, item: DriveItem, doubt: boolean): Item {
  return {
    key: itemKey(driveId, item.id),
    sourceId: item.id,
    parentKey: parentKey(driveId, item),
    name: item.name ?? item.id,
    kind: item.root ? 'drive' : item.folder || item.package ? 'folder' : 'file',
    etag: `${doubt ? DOUBT : ''}${item.eTag ?? ''}`,
    webUrl: item.webUrl ?? null,
  };
}

export const heldAsItem = ({ key, sourceId, parentKey: parent, name, kind, etag }: HeldItem): Item => ({
  key,
  sourceId,
  parentKey: parent,
  name,
  kind,
  etag,
});

const KEPT_MS = 600_000;

interface ChangeSet {
  readonly at: number;
  /** The item as told, where it is in doubt. */
  readonly doubt: Item | null;
}

/**
 * What polls have told of late. Whoever keeps the mirror may gather several polls before any of them is in force, so
 * what is held can be older than what was told; this remembers the difference.
 */
export interface RecentChanges {
  forgetOld(now: number): void;
  tell(itemId: string, now: number, doubt: Item | null): void;
  has(itemId: string): boolean;
  doubts(): Item[];
}

export function trackRecentChanges(): RecentChanges {
  const told = new Map<string, ChangeSet>();
  return {
    forgetOld(now) {
      for (const [id, { at }] of told) if (now - at > KEPT_MS) told.delete(id);
    },
    tell: (itemId, at, doubt) => {
      told.set(itemId, { at, doubt });
    },
    has: (itemId) => told.has(itemId),
    doubts: () => [...told.values()].flatMap(({ doubt }) => doubt ?? []),
  };
}
