import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Acl, Grant, Item, ItemDelete, ItemPage, ItemUpsert } from '../model.ts';

/** An upsert or, without an item, a delete. */
interface StagedRow {
  readonly key: string;
  readonly item: Item | null;
  readonly acl: Acl | null;
  readonly tick: number;
  readonly acl_tick: number;
}

/** One change per key: the last one wins, and permissions once read stay read when a later entry is silent on them. */
export function fold(pages: Iterable<Pick<ItemPage, 'upserts' | 'deletes'>>): Map<string, ItemUpsert | ItemDelete> {
  const changes = new Map<string, ItemUpsert | ItemDelete>();
  for (const { upserts, deletes } of pages) {
    for (const upsert of upserts) changes.set(upsert.item.key, foldUpsert(changes.get(upsert.item.key), upsert));
    for (const gone of deletes) {
      const before = changes.get(gone.key);
      // In one page the order of the two lists is not told; the later read decides.
      if (before === undefined || before.tick <= gone.tick) changes.set(gone.key, gone);
    }
  }
  return changes;
}

function foldUpsert(before: ItemUpsert | ItemDelete | undefined, upsert: ItemUpsert): ItemUpsert | ItemDelete {
  if (before === undefined) return upsert;
  // Read before what was told: of the item, nothing in it is news, and of one that is gone nothing at all.
  const older = upsert.tick < before.tick;
  if (!('item' in before)) return older ? before : upsert;
  const place = older ? before : upsert;
  const kept = upsert.acl.state === 'kept' && before.acl.state === 'known';
  const { acl, tick, aclTick } = kept ? before : upsert;
  return { ...place, acl, aclTick: aclTick ?? tick };
}

export async function stage(tx: Tx, spaceId: number, page: ItemPage): Promise<void> {
  const rows: StagedRow[] = [...fold([page])].map(([key, change]) =>
    'item' in change
      ? { key, item: change.item, acl: change.acl, tick: change.tick, acl_tick: change.aclTick ?? change.tick }
      : { key, item: null, acl: null, tick: change.tick, acl_tick: change.tick },
  );
  if (rows.length === 0) return;
  await sql`
    INSERT INTO acl_staged AS held (space_id, key, item, acl, tick, acl_tick)
    SELECT ${spaceId}, r.key, r.item, r.acl, r.tick, r.acl_tick
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r (key text, item jsonb, acl jsonb, tick bigint, acl_tick bigint)
    ON CONFLICT (space_id, key) DO UPDATE SET
      item = CASE WHEN excluded.tick < held.tick THEN held.item ELSE excluded.item END,
      tick = GREATEST(held.tick, excluded.tick),
      acl = CASE WHEN excluded.tick < held.tick AND held.item IS NULL
          OR excluded.acl->>'state' = 'kept' AND held.acl->>'state' = 'known' THEN held.acl ELSE excluded.acl END,
      acl_tick = CASE WHEN excluded.acl->>'state' = 'kept' AND held.acl->>'state' = 'known' THEN held.acl_tick
        ELSE excluded.acl_tick END`.execute(tx);
}

/** What was staged, some at a time. */
export async function* stagedItems(
  tx: Queries,
  spaceId: number,
  atOnce: number,
): AsyncGenerator<(ItemUpsert | ItemDelete)[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<StagedRow>`
      SELECT key, item, acl, tick, acl_tick FROM acl_staged WHERE space_id = ${spaceId} AND key > ${after}
      ORDER BY key LIMIT ${atOnce}`.execute(tx);
    if (rows.length === 0) return;
    yield rows.map(revive);
    after = rows.at(-1)?.key ?? after;
  }
}

export async function unstage(tx: Queries, spaceId: number): Promise<void> {
  await sql`DELETE FROM acl_staged WHERE space_id = ${spaceId}`.execute(tx);
}

const revive = ({ key, item, acl, tick, acl_tick }: StagedRow): ItemUpsert | ItemDelete =>
  item === null || acl === null ? { key, tick } : { item, acl: reviveAcl(acl), tick, aclTick: acl_tick };

const reviveAcl = (acl: Acl): Acl => (acl.state === 'kept' ? acl : { ...acl, grants: acl.grants.map(reviveGrant) });

const reviveGrant = (grant: Grant): Grant => ({
  ...grant,
  // Dates come back from JSON as text.
  expiresAt: grant.expiresAt == null ? null : new Date(grant.expiresAt),
});
