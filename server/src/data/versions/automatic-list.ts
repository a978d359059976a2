import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';

export const AUTOMATIC_NAME = 'All Features';
const DESCRIPTION = 'Every column of the version.';

/** The list that comes with every version: call this in the transaction that completes it, after its features. */
export async function keepAutomaticList(tx: Tx, versionId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO dataset_featurelists (id, dataset_id, version_id, name, description, features, created_by, created_at)
    SELECT ${newId(now)}, dataset_id, id, ${AUTOMATIC_NAME}, ${DESCRIPTION},
      (SELECT coalesce(array_agg(name ORDER BY position), '{}') FROM dataset_features WHERE version_id = v.id),
      created_by, ${now}
    FROM dataset_versions v WHERE id = ${versionId}`.execute(tx);
}

/** Call this in the transaction that completes the version. `rows` is JSON text. */
export async function keepFirstRows(tx: Tx, versionId: string, rows: string): Promise<void> {
  await sql`INSERT INTO dataset_first_rows (version_id, rows) VALUES (${versionId}, ${rows}::jsonb)`.execute(tx);
}
