import { itemKey } from '../item-keys.ts';
import type { Acl, Item, ItemDelete, ItemUpsert } from '../model.ts';
import type { HeldItem, Pass } from '../provider-client.ts';
import { type DeltaPage, sharingChanged } from './delta.ts';
import type { DriveItem } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import type { Place } from './permission.rules.ts';
import { inheriting, ownList, readPermissions } from './permission-reader.ts';

export interface DriveParts {
  readonly graph: Graph;
  readonly driveId: string;
  readonly place: Place;
  readonly pass: Pass;
  /** Ids the pass has told about so far: what is held of them is older than what was told. */
  readonly told: Set<string>;
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
const inDoubt = (held: HeldItem | undefined): boolean => held?.etag?.startsWith(DOUBT) ?? false;

const isEmpty = (facet: object | null | undefined): boolean => !facet || Object.keys(facet).length === 0;

/** A page of a whole listing: items without the facet inherit, all others have a list that says everything. */
export async function listed(parts: DriveParts, page: DeltaPage): Promise<Changes> {
  const own = page.items.filter((item) => !item.deleted && (item.root || item.shared || sharingChanged(item)));
  return assemble(parts, page, new Set(own.map((item) => item.id)), new Set(), new Set(), inheriting);
}

/** A page of changes: what it does not say about permissions stays as it is held. */
export async function changed(parts: DriveParts, page: DeltaPage): Promise<Changes> {
  const { pass, driveId } = parts;
  const keyOf = (id: string) => itemKey(driveId, id);
  const held = new Map((await pass.held(page.items.map(({ id }) => keyOf(id)))).map((one) => [one.key, one]));
  const asked = new Set<string>();
  const doubted = new Set<string>();
  const below = new Set<HeldItem>();
  for (const item of page.items) {
    if (item.deleted) continue;
    const before = held.get(keyOf(item.id));
    const evidence = sharingChanged(item) || Boolean(item.shared) || Boolean(item.root);
    const moved = before !== undefined && before.parentKey !== parentKey(driveId, item);
    if (evidence || inDoubt(before)) asked.add(item.id);
    if ((isEmpty(item.shared) && !item.root && evidence) || (inDoubt(before) && isEmpty(item.shared)))
      doubted.add(item.id);
    if (item.folder && (moved || evidence))
      for await (const one of pass.below(keyOf(item.id))) if (inDoubt(one)) below.add(one);
  }
  return assemble(parts, page, asked, doubted, below, { state: 'kept', ifNew: 'inherit' });
}

async function assemble(
  { graph, driveId, place, pass, told }: DriveParts,
  page: DeltaPage,
  asked: ReadonlySet<string>,
  doubted: ReadonlySet<string>,
  below: ReadonlySet<HeldItem>,
  otherwise: Acl,
): Promise<Changes> {
  const ids = [...new Set([...asked, ...[...below].map((one) => one.sourceId)])];
  const aclTick = pass.tick();
  const acls = ids.length === 0 ? new Map() : await readPermissions(graph, driveId, ids, place, pass.signal);
  const changes: Changes = { upserts: [], deletes: [] };
  for (const item of page.items) {
    const key = itemKey(driveId, item.id);
    const acl = acls.get(item.id);
    if (item.deleted) changes.deletes.push({ key, tick: page.tick });
    else if (acl?.state === 'gone') changes.deletes.push({ key, tick: aclTick });
    else
      changes.upserts.push({
        item: itemOf(driveId, item, doubted.has(item.id)),
        tick: page.tick,
        ...(acl ? { acl: ownList(acl.grants), aclTick } : { acl: otherwise }),
      });
  }
  for (const { id } of page.items) told.add(id);
  for (const one of below) {
    const acl = acls.get(one.sourceId);
    if (told.has(one.sourceId) || !acl) continue;
    if (acl.state === 'gone') changes.deletes.push({ key: one.key, tick: aclTick });
    else changes.upserts.push({ item: heldAsItem(one), acl: ownList(acl.grants), tick: 0, aclTick });
  }
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
