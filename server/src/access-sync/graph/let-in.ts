import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { logChanges } from './change-log.store.ts';
import { anybodyWaits, takeJoined } from './joining.store.ts';
import { describeEdges } from './membership.rules.ts';
import { changeEdges } from './membership.store.ts';

/** Lets those memberships count that have waited long enough. Whoever has read anything from end to end calls it. */
export async function letIn(tx: Tx, connectionId: string, now: Date): Promise<void> {
  if (!(await anybodyWaits(tx, connectionId))) return;
  const added = await takeJoined(tx, connectionId);
  if (added.length === 0) return;
  await changeEdges(tx, { added, removed: [] });
  const ids = [...new Set(added.flatMap(({ group_id, member_id }) => [group_id, member_id]))];
  const { rows } = await sql<{ id: number; key: string }>`
    SELECT id, key FROM acl_principals WHERE id = ANY(${ids}::bigint[])`.execute(tx);
  const changes = describeEdges({ added, removed: [] }, new Map(rows.map(({ id, key }) => [id, key])));
  await logChanges(tx, { connectionId, at: now, cause: 'directory' }, changes);
}
