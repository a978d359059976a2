import { type Insertable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { Eraser } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { findRow, findRows, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { readOrder } from '#platform/http/page.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import type { BatchJobQuery } from './batch-job.schema.ts';

/** The columns that filters of the list compare, each with one value or any of several. */
const FILTERS = {
  status: 'status',
  source: 'source',
  deploymentId: 'deployment_id',
  modelId: 'model_id',
  jobId: 'id',
  batchPredictionJobDefinitionId: 'definition_id',
  intakeType: 'intake_type',
  outputType: 'output_type',
} as const;

/** A job with who made it and from which definition. */
export interface ListedJob extends BatchJobRow {
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly definition_name: string | null;
}

const MOST_LOGS = 200;

const listedJobs = (db: Queries) =>
  db
    .selectFrom('batch_jobs')
    .innerJoin('users', 'users.id', 'batch_jobs.created_by')
    .leftJoin('batch_definitions', 'batch_definitions.id', 'batch_jobs.definition_id')
    .selectAll('batch_jobs')
    .select(['users.username', 'users.first_name', 'users.last_name', 'batch_definitions.name as definition_name']);

export const batchJobStore = (db: Queries) => ({
  insert: (row: Insertable<Tables['batch_jobs']>): Promise<BatchJobRow> =>
    db.insertInto('batch_jobs').values(row).returningAll().executeTakeFirstOrThrow(),

  byId: (organizationId: string, id: string): Promise<ListedJob | undefined> =>
    listedJobs(db)
      .where('batch_jobs.organization_id', '=', organizationId)
      .where('batch_jobs.id', '=', id)
      .executeTakeFirst(),

  /** Of any organization, for workers. */
  anyById: (id: string) => findRow(db, 'batch_jobs', { id }),

  /** Locked until the transaction ends: uploads, workers and aborts take turns. */
  lock: (id: string) => findRow(db, 'batch_jobs', { id }, { lock: true }),

  /** Of a deployment, those that have not ended; always locked in one order. */
  lockOpen: (organization_id: string, deployment_id: string) =>
    findRows(
      db,
      'batch_jobs',
      { organization_id, deployment_id, status: ['INITIALIZING', 'RUNNING'] },
      { orderBy: ['id'], lock: true },
    ),

  change: (id: string, change: Updateable<Tables['batch_jobs']>) => updateRows(db, 'batch_jobs', { id }, change),

  /** The oldest lines beyond the last two hundred are dropped. */
  log: (id: string, line: string) =>
    sql`UPDATE batch_jobs SET logs = CASE WHEN jsonb_array_length(logs) >= ${MOST_LOGS} THEN logs - 0 ELSE logs END
        || to_jsonb(${line}::text) WHERE id = ${id}`.execute(db),

  /** Open jobs whose work has ended: it lost its worker too often, or was cancelled, with the message of that. */
  withEndedWork: (ids: readonly string[]) =>
    db
      .selectFrom('batch_jobs')
      .leftJoin('job_records', (join) => join.on('job_records.id', '=', sql<string>`batch_jobs.work_id::uuid`))
      .select(['batch_jobs.id', 'job_records.status as workStatus', 'job_records.message'])
      .where('batch_jobs.id', 'in', ids.length > 0 ? [...ids] : [''])
      .where('batch_jobs.work_id', 'is not', null)
      .where('batch_jobs.status', 'in', ['INITIALIZING', 'RUNNING'])
      .where(({ or, eb }) =>
        or([eb('job_records.id', 'is', null), eb('job_records.status', 'not in', ['INITIALIZED', 'RUNNING'])]),
      )
      .execute(),

  /** How many that wait were made before this one. */
  async before(job: Pick<BatchJobRow, 'organization_id' | 'created_at' | 'id'>): Promise<number> {
    const { n } = await db
      .selectFrom('batch_jobs')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('organization_id', '=', job.organization_id)
      .where('status', '=', 'INITIALIZING')
      .where('created_at', '<', job.created_at)
      .executeTakeFirstOrThrow();
    return n;
  },

  /** Predictions only. `userId`: only what this person asked for. */
  page(
    organizationId: string,
    query: z.output<typeof BatchJobQuery>,
    userId: string | undefined,
    from: Date | undefined,
  ) {
    let jobs = listedJobs(db)
      .where('batch_jobs.organization_id', '=', organizationId)
      .where('batch_jobs.kind', '=', 'prediction')
      .where('batch_jobs.hidden', '=', false);
    for (const [field, column] of Object.entries(FILTERS)) {
      const wanted = query[field as keyof typeof FILTERS];
      if (wanted) jobs = jobs.where(sql<boolean>`${sql.ref(`batch_jobs.${column}`)} = any(${[wanted].flat()}::text[])`);
    }
    if (from) jobs = jobs.where('batch_jobs.created_at', '>=', from);
    if (query.endDateTime) jobs = jobs.where('batch_jobs.created_at', '<=', new Date(query.endDateTime));
    if (userId) jobs = jobs.where('batch_jobs.created_by', '=', userId);
    const { field, direction } = readOrder(query.orderBy);
    const column = field === 'created' ? 'batch_jobs.created_at' : 'batch_jobs.status';
    return pageOfRows(jobs.orderBy(column, direction).orderBy('batch_jobs.id', direction), query);
  },
});

/** The newest version made of a model of a leaderboard that can be scored with. */
export async function registeredVersion(
  db: Queries,
  organizationId: string,
  modelId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('model_packages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('model_id', '=', modelId)
    .where('build_status', '=', 'complete')
    .where('is_archived', '=', false)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.id;
}

const AT_ONCE = 500;

export const sweepStore = (db: Queries, organizationId: string) => ({
  /** Ended so long ago that the results have expired. */
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
