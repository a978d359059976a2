import type { Tx } from '#platform/db/database.ts';
import type { Batch, ItemUpsert } from '../model.ts';
import { type Change, logChanges } from './change-log.store.ts';
import { requireFence } from './fence.ts';
import type { HeldRow } from './item.rules.ts';
import { heldRows, settleScopes } from './item.store.ts';
import { findWithdrawn, type HeldGrant } from './revoke.rules.ts';
import { grantsByItem, hide, saveLists, takeGrants, unreachable } from './revoke.store.ts';
import { openSpace } from './space.store.ts';
import { fold } from './staging.store.ts';

/**
 * Takes from what is held whatever a page withdraws, and adds nothing: what is new in it comes with the whole pass, after
 * slow work that no withdrawal waits for. An item that hangs elsewhere, or is gone, is out of sight until then, because
 * who reads it there is part of what is new. Everything left was readable before, so nothing can be too much.
 */
export async function revokeWithdrawn(tx: Tx, connectionId: string, page: Batch, now: Date): Promise<void> {
  await requireFence(tx, connectionId, page.fence);
  const space = await openSpace(tx, connectionId, page);
  if (space.generation === 0) return;
  const changes = [...fold([page]).values()];
  const upserts = changes.filter((change) => 'item' in change);
  const rows = await heldRows(tx, connectionId, [
    ...changes.map((change) => ('item' in change ? change.item.key : change.key)),
    ...upserts.flatMap(({ item }) => item.parentKey ?? []),
  ]);
  const lists = await revokeFromLists(tx, upserts, rows);
  // A crawl can take hours, and out of sight for so long would be too little.
  const lost = page.mode === 'crawl' ? [] : outOfSight(changes, rows, space.id);
  await hide(tx, lost);
  await settleScopes(tx, [...lists.ids, ...lost], []);
  if (page.mode === 'poll') await hideBelowTheDead(tx, upserts, rows, new Set(lost));
  await logChanges(tx, { connectionId, at: now, cause: page.cause }, lists.changes);
}

const presentRow = (rows: ReadonlyMap<string, HeldRow>, key: string): HeldRow | undefined => {
  const row = rows.get(key);
  return row?.present ? row : undefined;
};

async function revokeFromLists(tx: Tx, upserts: readonly ItemUpsert[], rows: ReadonlyMap<string, HeldRow>) {
  const read = upserts.flatMap(({ item, acl, tick, aclTick = tick }) => {
    const row = presentRow(rows, item.key);
    return row?.acl_known && acl.state === 'known' && aclTick >= row.acl_tick ? [{ row, acl, aclTick }] : [];
  });
  const grants = await grantsByItem(
    tx,
    read.flatMap(({ row }) => (row.own_grants > 0 ? [row.id] : [])),
  );
  const gone: HeldGrant[] = [];
  const less: HeldGrant[] = [];
  const narrowed: HeldRow[] = [];
  const changes: Change[] = [];
  for (const { row, acl, aclTick } of read) {
    const own = grants.get(row.id) ?? [];
    const taken = findWithdrawn(own, acl);
    gone.push(...taken.gone);
    less.push(...taken.less);
    const inherits = row.inherits && acl.inherits;
    if (taken.gone.length + taken.less.length === 0 && inherits === row.inherits) continue;
    narrowed.push({ ...row, inherits, own_grants: own.length - taken.gone.length, acl_tick: aclTick });
    const removed = taken.gone.map(({ permission_id, principal_id, role }) => ({
      ...{ permissionId: permission_id, principal: principal_id, role },
    }));
    changes.push({ kind: 'grantsChanged', subject: row.key, details: { added: [], removed } });
  }
  await takeGrants(tx, gone, less);
  await saveLists(tx, narrowed);
  return { ids: narrowed.map(({ id }) => id), changes };
}

type Changes = ReturnType<typeof fold> extends Map<string, infer One> ? readonly One[] : never;

function outOfSight(changes: Changes, rows: ReadonlyMap<string, HeldRow>, spaceId: number): number[] {
  return changes.flatMap((change) => {
    const row = presentRow(rows, 'item' in change ? change.item.key : change.key);
    if (row === undefined || change.tick < row.tick) return [];
    if (!('item' in change)) return row.space_id === spaceId ? [row.id] : [];
    return row.inherits && hasMoved(change, row, rows) ? [row.id] : [];
  });
}

const hasMoved = ({ item }: ItemUpsert, row: HeldRow, rows: ReadonlyMap<string, HeldRow>): boolean =>
  (item.parentKey === null ? null : (rows.get(item.parentKey)?.id ?? 0)) !== row.parent_id;

/** With a list of its own an item is read by the same people elsewhere, unless nobody can come there. */
async function hideBelowTheDead(
  tx: Tx,
  upserts: readonly ItemUpsert[],
  rows: ReadonlyMap<string, HeldRow>,
  hidden: ReadonlySet<number>,
): Promise<void> {
  const elsewhere = upserts.flatMap((upsert) => {
    const row = presentRow(rows, upsert.item.key);
    const { parentKey } = upsert.item;
    if (row === undefined || hidden.has(row.id) || upsert.tick < row.tick || parentKey === null) return [];
    return hasMoved(upsert, row, rows) ? [{ id: row.id, parentId: rows.get(parentKey)?.id ?? 0 }] : [];
  });
  const lost = await unreachable(tx, elsewhere);
  await hide(tx, lost);
  await settleScopes(tx, lost, []);
}
