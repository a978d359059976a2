import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRow, findRows } from '#platform/db/rows.ts';
import type { SpaceRow } from '../access-sync.tables.ts';
import { dropSpace } from '../graph/space.store.ts';
import type { Space } from '../model.ts';

/** What the holder of the lease looks at between two steps. */
interface Control {
  readonly paused: boolean;
  readonly nudgedAt: Date;
  readonly updatedAt: Date;
  readonly resync: 'none' | 'requested' | 'running';
}

export async function controlOf(db: Queries, connectionId: string): Promise<Control | undefined> {
  const { rows } = await sql<Control>`
    SELECT c.paused, s.nudged_at AS "nudgedAt", c.updated_at AS "updatedAt", s.resync
    FROM acl_connections c JOIN acl_sync s ON s.connection_id = c.id WHERE c.id = ${connectionId}`.execute(db);
  return rows[0];
}

export const connectionById = (db: Queries, id: string) => findRow(db, 'acl_connections', { id });

export const spacesOf = (db: Queries, connectionId: string) =>
  findRows(db, 'acl_spaces', { connection_id: connectionId }, { orderBy: ['id'] });

export const spaceById = (db: Queries, id: number) => findRow(db, 'acl_spaces', { id });

export async function spacesById(db: Queries, ids: readonly number[]): Promise<Map<number, SpaceRow>> {
  const rows = await findRows(db, 'acl_spaces', { id: ids });
  return new Map(rows.map((row) => [row.id, row]));
}

/** New ones wait for their first crawl; those that were not told are gone with all that is in them. */
export async function saveSpaces(tx: Tx, connectionId: string, spaces: readonly Space[], now: Date): Promise<void> {
  const rows = spaces.map(({ key, name, siteKey }) => ({ key, name, site_key: siteKey ?? null }));
  await sql`
    INSERT INTO acl_spaces (connection_id, key, name, site_key)
    SELECT ${connectionId}, r.key, r.name, r.site_key
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (key text, name text, site_key text)
    ON CONFLICT (connection_id, key) DO UPDATE SET name = excluded.name, site_key = excluded.site_key
      WHERE (acl_spaces.name, acl_spaces.site_key) IS DISTINCT FROM (excluded.name, excluded.site_key)`.execute(tx);
  const told = new Set(spaces.map(({ key }) => key));
  for (const space of await spacesOf(tx, connectionId)) if (!told.has(space.key)) await dropSpace(tx, space, now);
  await sql`UPDATE acl_sync SET spaces_listed_at = ${now} WHERE connection_id = ${connectionId}`.execute(tx);
}

/** All spaces will be crawled anew. What is held serves until each crawl is complete. */
export async function forgetCursors(tx: Tx, connectionId: string): Promise<void> {
  await sql`
    UPDATE acl_spaces SET cursor = NULL, crawl_generation = NULL, crawl_cursor = NULL
    WHERE connection_id = ${connectionId}`.execute(tx);
  await sql`UPDATE acl_sync SET resync = 'running' WHERE connection_id = ${connectionId}`.execute(tx);
}

/**
 * Stamps how true the whole is: as the part that was read longest ago. A space that appeared later and was not read yet
 * does not count, because nothing of it is shown.
 */
export async function stampComplete(db: Queries, connectionId: string): Promise<void> {
  await sql`
    UPDATE acl_sync s SET complete_at = CASE
        WHEN s.complete_at IS NULL AND part.unread > 0 THEN NULL
        WHEN part.spaces = 0 THEN s.spaces_listed_at
        ELSE COALESCE(part.oldest, s.complete_at) END,
      resync = CASE WHEN s.resync = 'running' AND part.crawling = 0 THEN 'none' ELSE s.resync END
    FROM (
      SELECT count(*) AS spaces, count(*) FILTER (WHERE complete_at IS NULL) AS unread, min(complete_at) AS oldest,
        count(*) FILTER (WHERE cursor IS NULL OR crawl_generation IS NOT NULL) AS crawling
      FROM acl_spaces WHERE connection_id = ${connectionId}
    ) part
    WHERE s.connection_id = ${connectionId} AND s.spaces_listed_at IS NOT NULL`.execute(db);
}

interface Trouble {
  /** What was tried: a refusal of it counts until it succeeds. */
  readonly activity: string;
  readonly message: string;
  readonly refused: boolean;
  readonly at: Date;
}

export async function noteTrouble(db: Queries, connectionId: string, trouble: Trouble): Promise<void> {
  const { activity, message, refused, at } = trouble;
  await sql`
    UPDATE acl_sync SET failures = failures + 1, last_error = ${message.slice(0, 2000)}, last_error_at = ${at},
      refused = CASE WHEN ${refused} AND NOT ${activity}::text = ANY(refused) THEN array_append(refused, ${activity}::text)
        ELSE refused END
    WHERE connection_id = ${connectionId}`.execute(db);
}

export async function noteSuccess(db: Queries, connectionId: string, activity: string): Promise<void> {
  await sql`
    UPDATE acl_sync SET failures = 0, refused = array_remove(refused, ${activity}::text)
    WHERE connection_id = ${connectionId} AND (failures > 0 OR ${activity}::text = ANY(refused))`.execute(db);
}

export async function directoryGeneration(db: Queries, connectionId: string): Promise<number> {
  return (await findRow(db, 'acl_sync', { connection_id: connectionId }))?.directory_generation ?? 0;
}

export async function noteDirectoryTime(db: Queries, connectionId: string, tookMs: number): Promise<void> {
  await sql`UPDATE acl_sync SET directory_took_ms = ${Math.round(tookMs)} WHERE connection_id = ${connectionId}`.execute(
    db,
  );
}

/** Somebody was seen in the directory since its last whole reading began, and waits for the next. */
export async function newcomersWait(db: Queries, connectionId: string): Promise<boolean> {
  const { rows } = await sql<{ wait: boolean }>`
    SELECT EXISTS (SELECT FROM acl_joining WHERE connection_id = ${connectionId} AND seen_tick > s.directory_tick)
      OR EXISTS (SELECT FROM acl_principals WHERE connection_id = ${connectionId} AND waking_tick > s.directory_tick)
      AS wait
    FROM acl_sync s WHERE s.connection_id = ${connectionId}`.execute(db);
  return rows[0]?.wait === true;
}

/** What happened longer ago than this is no longer told. */
export async function forgetOldChanges(db: Queries, connectionId: string, before: Date): Promise<void> {
  await sql`DELETE FROM acl_changes WHERE connection_id = ${connectionId} AND at < ${before}`.execute(db);
}

/** The right to synchronise a connection. The database's clock alone tells how long it lasts. */
export interface Lease {
  readonly connectionId: string;
  readonly fence: number;
}

/** One connection that nobody synchronises, or null. */
export async function takeLease(db: Queries, owner: string, seconds: number): Promise<Lease | null> {
  const { rows } = await sql<Lease>`
    UPDATE acl_sync held SET fence = held.fence + 1, lease_owner = ${owner}, running = true,
      lease_until = now() + make_interval(secs => ${seconds})
    FROM (
      SELECT s.connection_id FROM acl_sync s JOIN acl_connections c ON c.id = s.connection_id
      WHERE NOT c.paused AND s.due_at <= now() AND (s.lease_until IS NULL OR s.lease_until < now())
      ORDER BY s.due_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED
    ) due
    WHERE held.connection_id = due.connection_id
    RETURNING held.connection_id AS "connectionId", held.fence`.execute(db);
  return rows[0] ?? null;
}

/** False when it was lost. */
export async function renewLease(db: Queries, { connectionId, fence }: Lease, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE acl_sync SET lease_until = now() + make_interval(secs => ${seconds})
    WHERE connection_id = ${connectionId} AND fence = ${fence} AND lease_owner IS NOT NULL`.execute(db);
  return numAffectedRows === 1n;
}

/** Whoever comes next may take it after the pause. */
export async function giveLeaseBack(db: Queries, { connectionId, fence }: Lease, pauseSeconds: number): Promise<void> {
  await sql`
    UPDATE acl_sync SET lease_owner = NULL, lease_until = NULL, running = false,
      due_at = now() + make_interval(secs => ${pauseSeconds})
    WHERE connection_id = ${connectionId} AND fence = ${fence}`.execute(db);
}
