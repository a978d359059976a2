import type { Tx } from '#platform/db/database.ts';
import type { Batch, ItemDelete, ItemUpsert } from '../model.ts';
import { activateMembers } from './activate-members.ts';
import { type Change, logChanges } from './change-log.store.ts';
import { type Expansion, findExpansion } from './expansion.store.ts';
import { requireFence } from './fence.ts';
import { replaceGrants } from './grant.store.ts';
import { type HeldRow, type Merged, mergeDelete, mergeUpsert } from './item.rules.ts';
import { absentRow, dropAbsent, heldRows, newItemIds, removeUnseen, saveRows, settleScopes } from './item.store.ts';
import { noteComplete, noteCrawlPage, type OpenSpace, openSpace } from './space.store.ts';
import { fold, stage, stagedItems, unstage } from './staging.store.ts';

const AT_ONCE = 5_000;

export interface Applied {
  /** False: the batch is kept until the rest of its pass has come. */
  readonly inForce: boolean;
  readonly changes: number;
  /** By what somebody may read more than before, `all` after a crawl; null: nobody may. */
  readonly expansion: Expansion | 'all' | null;
}

export interface Times {
  readonly now: Date;
  /** A time at which the provider's state was what the pass tells, or later, and the tick taken then. */
  readonly truthAt: Date;
  readonly truthTick: number;
}

/**
 * Takes one batch, with the cursor that says it was taken, in the caller's transaction. The pages of a pass come into
 * force together with the last: a tree of which half is new could show more than was ever open at the provider.
 */
export async function applyBatch(
  tx: Tx,
  connectionId: string,
  batch: Batch,
  { now, truthAt, truthTick }: Times,
): Promise<Applied> {
  await requireFence(tx, connectionId, batch.fence);
  const space = await openSpace(tx, connectionId, batch);
  if (!batch.complete) {
    await stage(tx, space.id, batch);
    if (batch.mode === 'crawl') await noteCrawlPage(tx, space.id, batch);
    return { inForce: false, changes: 0, expansion: null };
  }
  const work = new Application(tx, connectionId, space, batch, now);
  if (space.hasStaged) {
    await stage(tx, space.id, batch);
    for await (const changes of stagedItems(tx, space.id, AT_ONCE)) await work.take(changes);
    await unstage(tx, space.id);
  } else await work.take([...fold([batch]).values()]);
  const done = await work.finish(truthTick);
  await noteComplete(tx, space.id, batch, { at: truthAt, tick: truthTick });
  await activateMembers(tx, connectionId, now);
  return { inForce: true, ...done };
}

class Application {
  readonly #tx: Tx;
  readonly #connectionId: string;
  readonly #space: OpenSpace;
  readonly #batch: Batch;
  readonly #now: Date;
  readonly #touched: number[] = [];
  readonly #moved: number[] = [];
  readonly #gained: number[] = [];
  readonly #changes: Change[] = [];

  constructor(tx: Tx, connectionId: string, space: OpenSpace, batch: Batch, now: Date) {
    this.#tx = tx;
    this.#connectionId = connectionId;
    this.#space = space;
    this.#batch = batch;
    this.#now = now;
  }

  async take(changes: readonly (ItemUpsert | ItemDelete)[]): Promise<void> {
    const rows = await this.#rowsFor(changes);
    const dirty = new Map<string, HeldRow>();
    const grants = [];
    for (const change of changes) {
      const before = rows.held.get('item' in change ? change.item.key : change.key);
      const merged = before === undefined ? null : this.#merge(before, change, rows.held);
      if (before === undefined || merged === null) continue;
      dirty.set(before.key, merged.row);
      if (treeDiffers(before, merged.row)) this.#touched.push(before.id);
      if (merged.moved && !rows.made.has(before.key)) this.#moved.push(before.id);
      this.#changes.push(...merged.changes);
      if (merged.grants !== undefined) {
        const held = !rows.made.has(before.key);
        grants.push({ itemId: before.id, itemKey: before.key, held, grants: merged.grants });
      }
    }
    const placeholders = [...rows.made].flatMap((key) => (dirty.has(key) ? [] : (rows.held.get(key) ?? [])));
    await saveRows(this.#tx, this.#connectionId, [...placeholders, ...dirty.values()]);
    const replaced = await replaceGrants(this.#tx, this.#connectionId, this.#batch.generation, grants);
    this.#changes.push(...replaced.changes);
    this.#gained.push(...replaced.gained);
  }

  async finish(truthTick: number): Promise<Pick<Applied, 'changes' | 'expansion'>> {
    const { generation, mode, cause } = this.#batch;
    const unseen =
      mode === 'crawl' ? await removeUnseen(this.#tx, this.#space.id, generation, this.#space.crawlTick) : [];
    const placed = await settleScopes(this.#tx, [...this.#touched, ...unseen], this.#moved);
    if (mode === 'crawl') await dropAbsent(this.#tx, this.#space.id);
    // The first crawl is one entry, not one for everything there is.
    const told = mode === 'crawl' && this.#space.generation === 0 ? [] : this.#changes;
    const summary: Change[] =
      mode === 'crawl'
        ? [{ kind: 'crawlCompleted', subject: this.#batch.spaceKey, details: { generation, removed: unseen.length } }]
        : [];
    const about = { connectionId: this.#connectionId, at: this.#now, cause };
    await logChanges(this.#tx, about, [...told, ...summary]);
    const expansion = mode === 'crawl' ? 'all' : await findExpansion(this.#tx, placed, this.#gained, truthTick);
    return { changes: this.#changes.length + unseen.length, expansion };
  }

  #merge(before: HeldRow, change: ItemUpsert | ItemDelete, rows: ReadonlyMap<string, HeldRow>): Merged | null {
    if (!('item' in change)) return mergeDelete(before, change, this.#space.id);
    const { parentKey } = change.item;
    const parentId = parentKey === null ? null : (rows.get(parentKey)?.id ?? null);
    const { generation } = this.#batch;
    return mergeUpsert(before, change, { spaceId: this.#space.id, generation, parentId, at: this.#now });
  }

  /** A row for everything that is named; those that are new are not written yet. */
  async #rowsFor(changes: readonly (ItemUpsert | ItemDelete)[]) {
    const items = changes.flatMap((change) => ('item' in change ? [change.item] : []));
    const wanted = new Set(items.flatMap(({ key, parentKey }) => (parentKey === null ? [key] : [key, parentKey])));
    const asked = new Set([...wanted, ...changes.flatMap((change) => ('item' in change ? [] : [change.key]))]);
    const held = await heldRows(this.#tx, this.#connectionId, [...asked]);
    const made = [...wanted].filter((key) => !held.has(key));
    const ids = await newItemIds(this.#tx, made.length);
    for (const [index, key] of made.entries()) held.set(key, absentRow(ids[index] ?? 0, key, this.#space.id));
    return { held, made: new Set(made) };
  }
}

/** Whether the item's place or its scope may have become another. */
const treeDiffers = (a: HeldRow, b: HeldRow): boolean =>
  a.parent_id !== b.parent_id ||
  a.present !== b.present ||
  a.acl_known !== b.acl_known ||
  a.inherits !== b.inherits ||
  a.own_grants > 0 !== b.own_grants > 0;
