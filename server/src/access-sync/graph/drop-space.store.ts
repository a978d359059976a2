import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { logChanges } from './change-log.store.ts';
import { settleScopes } from './scope.store.ts';

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
