import { sql } from 'kysely';
import type { Eraser } from '#accounts';
import type { Queries } from '#platform/db/database.ts';

const AT_ONCE = 500;

export const sweepStore = (db: Queries, organizationId: string) => ({
  /** Ended so long ago that nobody gets the results any more. */
  async expired(before: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM batch_jobs WHERE organization_id = ${organizationId} AND results_deleted_at IS NULL
        AND ended_at < ${before} LIMIT ${AT_ONCE}`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** Waiting for rows that do not come. */
  async abandoned(silentSince: Date, unusedSince: Date): Promise<{ id: string; why: string }[]> {
    const { rows } = await sql<{ id: string; why: string }>`
      SELECT id, CASE intake_state WHEN 'open' THEN 'The upload broke off: nothing came for an hour.'
        ELSE 'Nothing was uploaded for a day.' END AS why
      FROM batch_jobs WHERE organization_id = ${organizationId} AND status IN ('INITIALIZING', 'RUNNING')
        AND intake_type = 'localFile' AND ((intake_state = 'open' AND intake_seen_at < ${silentSince})
          OR (intake_state = 'none' AND intake_seen_at < ${unusedSince})) LIMIT ${AT_ONCE}`.execute(db);
    return rows;
  },

  async isAnythingLeft(): Promise<boolean> {
    const { rows } = await sql`
      SELECT 1 FROM batch_jobs WHERE organization_id = ${organizationId} AND results_deleted_at IS NULL LIMIT 1`.execute(
      db,
    );
    return rows.length > 0;
  },
});

/** What goes with an organization besides its rows. */
export const batchBlobPrefixes: NonNullable<Eraser['blobPrefixes']> = async (db, organizationId) => {
  const rows = await db.selectFrom('batch_jobs').select('id').where('organization_id', '=', organizationId).execute();
  return rows.map(({ id }) => `batch/${id}/`);
};
