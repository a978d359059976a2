import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRow, updateRows } from '#platform/db/rows.ts';

interface SegmentTable {
  id: string;
  organization_id: string;
  key: string;
  bytes: number;
  written_at: Date;
  absorbed_at: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    prediction_segments: SegmentTable;
  }
}

export interface Segment {
  readonly id: string;
  readonly organizationId: string;
  readonly key: string;
  readonly writtenAt: Date;
}

/** Those who add to the backlog of an organization and those who see its end take turns. */
async function takeTurn(tx: Tx, organizationId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('prediction_segments ' || ${organizationId}, 0))`.execute(tx);
}

/** `isFirst`: no reader was notified yet. `isDone`: it was inserted before and ingested. */
export async function insertSegment(
  tx: Tx,
  segment: Segment & { readonly bytes: number },
): Promise<{ isFirst: boolean; isDone: boolean }> {
  await takeTurn(tx, segment.organizationId);
  const isFirst = (await waiting(tx, segment.organizationId, 1)).length === 0;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('prediction_segments')
    .values({
      id: segment.id,
      organization_id: segment.organizationId,
      key: segment.key,
      bytes: segment.bytes,
      written_at: segment.writtenAt,
      absorbed_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return { isFirst, isDone: false };
  const { id, organizationId: organization_id } = segment;
  const known = await findRow(tx, 'prediction_segments', { organization_id, id });
  return { isFirst: false, isDone: known?.absorbed_at != null };
}

async function waiting(db: Queries, organizationId: string, most: number): Promise<Segment[]> {
  return db
    .selectFrom('prediction_segments')
    .select(['id', 'organization_id as organizationId', 'key', 'written_at as writtenAt'])
    .where('organization_id', '=', organizationId)
    .where('absorbed_at', 'is', null)
    .orderBy('written_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** The oldest pending segments. When there are none, the next insert notifies the readers again. */
export function listPendingSegments(db: Queries, organizationId: string, most: number): Promise<Segment[]> {
  return db.transaction().execute(async (tx) => {
    await takeTurn(tx, organizationId);
    return waiting(tx, organizationId, most);
  });
}

/** In the transaction that stores the statistics. False when another process was first: then nothing must be stored. */
export async function markSegmentIngested(
  tx: Tx,
  { id, organizationId: organization_id }: Pick<Segment, 'id' | 'organizationId'>,
  now: Date,
): Promise<boolean> {
  const pending = { organization_id, id, absorbed_at: null };
  return (await updateRows(tx, 'prediction_segments', pending, { absorbed_at: now })).length === 1;
}

/** Rows stay for a while after their blobs, so that a file that comes back is known. */
export async function forgetOldSegments(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('prediction_segments').where('absorbed_at', '<', before).execute();
}

/** Organizations with segments that have waited for long: their event may have been lost to an error. */
export async function organizationsBehind(db: Queries, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('prediction_segments')
    .select('organization_id')
    .distinct()
    .where('absorbed_at', 'is', null)
    .where('written_at', '<', before)
    .execute();
  return rows.map((row) => row.organization_id);
}
