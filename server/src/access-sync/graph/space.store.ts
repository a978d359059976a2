import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Batch } from '../model.ts';
import { logChanges } from './change-log.store.ts';
import { settleScopes } from './item.store.ts';
import { unstage } from './staging.store.ts';

/** The space a batch is for, as it stands when the batch comes. */
export interface OpenSpace {
  readonly id: number;
  readonly generation: number;
  readonly crawlTick: number;
  readonly hasStaged: boolean;
}

/** The batch belongs to a crawl or a feed that has been replaced by a newer one. */
export class StaleGeneration extends Error {
  override readonly name = 'StaleGeneration';

  constructor(batch: Batch) {
    super(`Generation ${batch.generation} of ${batch.spaceKey} is no longer the one under way; the page is dropped.`);
  }
}

export async function openSpace(tx: Tx, connectionId: string, batch: Batch): Promise<OpenSpace> {
  const { rows } = await sql<OpenSpace & { crawlGeneration: number | null }>`
    SELECT id, generation, crawl_generation AS "crawlGeneration", COALESCE(crawl_tick, 0) AS "crawlTick",
      EXISTS (SELECT FROM acl_staged WHERE space_id = acl_spaces.id) AS "hasStaged"
    FROM acl_spaces WHERE connection_id = ${connectionId} AND key = ${batch.spaceKey} FOR UPDATE`.execute(tx);
  const space = rows[0];
  const expected = batch.mode === 'crawl' ? space?.crawlGeneration : space?.generation;
  if (space === undefined || expected !== batch.generation) throw new StaleGeneration(batch);
  return space;
}

/** A new crawl: what is held keeps serving while it is read. Answers the crawl's generation. */
export async function beginCrawl(
  db: Queries,
  space: { readonly id: number; readonly generation: number },
  start: { readonly tick: number; readonly at: Date; readonly cursor: string | null },
): Promise<number> {
  const generation = space.generation + 1;
  await unstage(db, space.id);
  await sql`
    UPDATE acl_spaces SET crawl_generation = ${generation}, crawl_cursor = ${start.cursor}, crawl_tick = ${start.tick},
      crawl_began_at = ${start.at}
    WHERE id = ${space.id}`.execute(db);
  return generation;
}

export async function noteCrawlPage(tx: Tx, spaceId: number, batch: Batch): Promise<void> {
  if (batch.cursor === null) return;
  await sql`UPDATE acl_spaces SET crawl_cursor = ${batch.cursor} WHERE id = ${spaceId}`.execute(tx);
}

export async function noteComplete(
  tx: Tx,
  spaceId: number,
  batch: Batch,
  { at, tick }: { readonly at: Date; readonly tick: number },
): Promise<void> {
  await sql`
    UPDATE acl_spaces SET generation = ${batch.generation},
      -- Without a cursor a new crawl has been asked for, and a poll that ends now must not undo that.
      cursor = CASE WHEN ${batch.mode} = 'poll' AND cursor IS NULL THEN NULL ELSE COALESCE(${batch.cursor}, cursor) END,
      complete_at = GREATEST(complete_at, ${at}), complete_tick = GREATEST(complete_tick, ${tick}),
      crawl_generation = CASE WHEN ${batch.mode} = 'crawl' THEN NULL ELSE crawl_generation END,
      crawl_cursor = CASE WHEN ${batch.mode} = 'crawl' THEN NULL ELSE crawl_cursor END,
      crawl_tick = CASE WHEN ${batch.mode} = 'crawl' THEN NULL ELSE crawl_tick END,
      crawl_began_at = CASE WHEN ${batch.mode} = 'crawl' THEN NULL ELSE crawl_began_at END
    WHERE id = ${spaceId}`.execute(tx);
}

/** A poll of a space that found nothing. */
export interface Rest {
  readonly id: number;
  readonly generation: number;
  readonly cursor: string;
  readonly at: Date;
  readonly tick: number;
}

/** As `noteComplete`, of many spaces at once. Those that are read anew since keep what they have. */
export async function saveRests(tx: Tx, connectionId: string, rests: readonly Rest[]): Promise<void> {
  await sql`
    UPDATE acl_spaces s SET cursor = CASE WHEN s.cursor IS NULL THEN NULL ELSE r.cursor END,
      complete_at = GREATEST(s.complete_at, r.at), complete_tick = GREATEST(s.complete_tick, r.tick)
    FROM json_to_recordset(${JSON.stringify(rests)}::json)
      AS r (id bigint, generation integer, cursor text, at timestamptz, tick bigint)
    WHERE s.id = r.id AND s.connection_id = ${connectionId} AND s.generation = r.generation`.execute(tx);
}

/** By what trouble with a space is known. */
export const spaceActivity = (spaceId: number): string => `space ${spaceId}`;

interface Lost {
  readonly id: number;
  readonly key: string;
  readonly connection_id: string;
}

/** The space is gone with all that is in it, and so is the trouble there was with it. */
export async function dropSpace(tx: Tx, space: Lost, now: Date, cause = 'spaceGone'): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    UPDATE acl_items SET present = false, acl_known = false, inherits = false, own_grants = 0
    WHERE space_id = ${space.id} AND present RETURNING id`.execute(tx);
  // Items of other spaces may hang below.
  await settleScopes(
    tx,
    rows.map((row) => row.id),
    [],
  );
  await sql`DELETE FROM acl_spaces WHERE id = ${space.id}`.execute(tx);
  await sql`
    UPDATE acl_sync SET refused = array_remove(refused, ${spaceActivity(space.id)}::text)
    WHERE connection_id = ${space.connection_id}`.execute(tx);
  const about = { connectionId: space.connection_id, at: now, cause };
  await logChanges(tx, about, [{ kind: 'spaceRemoved', subject: space.key, details: { items: rows.length } }]);
}

/**
 * Whoever is suspended or gone cannot be asked for any more, so what is held of their own files can no longer be true: it
 * goes in the transaction that tells so, and a reading of those files that is under way has nowhere to go.
 */
export async function dropSpacesOf(tx: Tx, connectionId: string, people: readonly string[], now: Date): Promise<void> {
  if (people.length === 0) return;
  const { rows } = await sql<Lost>`
    SELECT id, key, connection_id FROM acl_spaces
    WHERE connection_id = ${connectionId} AND key = ANY(${people}::text[]) ORDER BY id FOR UPDATE`.execute(tx);
  for (const space of rows) await dropSpace(tx, space, now, 'directory');
}
