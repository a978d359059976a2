import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRow, updateRows } from '#platform/db/rows.ts';
import { newId } from '#platform/ids.ts';
import type { Reading } from '../ingest/ingest.types.ts';
import type { ColumnProfile, DatasetProfile, ProfiledTable } from '../profile/profile.types.ts';
import { whyJobFailed } from './version.store.ts';
import type { FeatureTypeCount, VersionRow } from './versions.tables.ts';

interface Completed {
  readonly parquetKey: string;
  readonly parquetBytes: number;
  readonly reading: Reading;
  readonly profile: ProfiledTable;
}

const ROWS_AT_ONCE = 500;

/** How versions end. Each change is made once: a version that has ended already is left as it is. */
export const versionEndings = (db: Queries) => ({
  /** Ties the version to its job: if the job dies, the version shows as failed. */
  belongsTo: (id: string, jobId: string) => updateRows(db, 'dataset_versions', { id }, { status_id: jobId }),

  setOriginal: (id: string, original: { readonly key: string; readonly bytes: number; readonly fileName: string }) => {
    const change = { original_key: original.key, original_bytes: original.bytes, file_name: original.fileName };
    return updateRows(db, 'dataset_versions', { id }, change);
  },

  /** False when it had ended. */
  async fail(id: string, error: string, now: Date): Promise<boolean> {
    const failed = { state: 'ERROR', error, ended_at: now, original_key: null, parquet_key: null } as const;
    return (await updateRows(db, 'dataset_versions', { id, state: 'RUNNING' }, failed)).length === 1;
  },

  /** Versions whose job ended without telling: cancelled before it began, or its worker died for good. */
  abandoned: (): Promise<(VersionRow & { readonly why: string })[]> =>
    db
      .selectFrom('dataset_versions')
      .innerJoin('job_records', 'job_records.id', 'dataset_versions.status_id')
      .where('dataset_versions.state', '=', 'RUNNING')
      .where('job_records.status', 'in', ['ERROR', 'ABORTED', 'EXPIRED'])
      .selectAll('dataset_versions')
      .select(whyJobFailed.as('why'))
      .limit(20)
      .execute(),
});

/** False when it had ended. */
export async function completeVersion(tx: Tx, id: string, done: Completed, now: Date): Promise<boolean> {
  const { columns, rowCount } = done.profile;
  const completed = {
    state: 'COMPLETED',
    parquet_key: done.parquetKey,
    parquet_bytes: done.parquetBytes,
    row_count: rowCount,
    column_count: columns.length,
    reading: JSON.stringify(done.reading),
    feature_types: JSON.stringify(countTypes(columns)),
    ended_at: now,
  } as const;
  const updated = await updateRows(tx, 'dataset_versions', { id, state: 'RUNNING' }, completed);
  if (updated.length === 0) return false;
  for (let start = 0; start < columns.length; start += ROWS_AT_ONCE) {
    await insertFeatures(tx, id, columns.slice(start, start + ROWS_AT_ONCE));
  }
  await insertFirstRows(tx, id, storable(done.profile.firstRows));
  await insertAutomaticList(tx, id, now);
  return true;
}

async function insertFeatures(tx: Tx, versionId: string, columns: readonly ColumnProfile[]): Promise<void> {
  await tx
    .insertInto('dataset_features')
    .values(
      columns.map(({ position, name, summary, plot }) => ({
        version_id: versionId,
        position,
        name,
        feature_type: summary.featureType,
        summary: storable(summary),
        plot: storable(plot),
      })),
    )
    .execute();
}

/** PostgreSQL cannot keep the zero character in JSON. */
const storable = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '');

function countTypes(columns: readonly ColumnProfile[]): FeatureTypeCount[] {
  const counts = new Map<string, number>();
  for (const { summary } of columns) counts.set(summary.featureType, (counts.get(summary.featureType) ?? 0) + 1);
  return [...counts].map(([featureType, count]) => ({ featureType, count })).sort((a, b) => b.count - a.count);
}

/** Everything known about the columns of a version, in the order of the file. */
export async function profileOf(db: Queries, versionId: string): Promise<DatasetProfile | undefined> {
  const version = await findRow(db, 'dataset_versions', { id: versionId, state: 'COMPLETED' });
  if (version === undefined) return undefined;
  const { rows } = await sql<ColumnProfile>`
    SELECT position, name, summary, coalesce(plot, '[]') AS plot FROM dataset_features
    WHERE version_id = ${versionId} ORDER BY position`.execute(db);
  return { rowCount: version.row_count ?? 0, columns: rows };
}

export const AUTOMATIC_NAME = 'All Features';
const DESCRIPTION = 'Every column of the version.';

/** The list that comes with every version: call this in the transaction that completes it, after its features. */
async function insertAutomaticList(tx: Tx, versionId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO dataset_featurelists (id, dataset_id, version_id, name, description, features, created_by, created_at)
    SELECT ${newId(now)}, dataset_id, id, ${AUTOMATIC_NAME}, ${DESCRIPTION},
      (SELECT coalesce(array_agg(name ORDER BY position), '{}') FROM dataset_features WHERE version_id = v.id),
      created_by, ${now}
    FROM dataset_versions v WHERE id = ${versionId}`.execute(tx);
}

/** Call this in the transaction that completes the version. `rows` is JSON text. */
async function insertFirstRows(tx: Tx, versionId: string, rows: string): Promise<void> {
  await sql`INSERT INTO dataset_first_rows (version_id, rows) VALUES (${versionId}, ${rows}::jsonb)`.execute(tx);
}
