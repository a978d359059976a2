import { type InferResult, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import { readOrder, type Window } from '#platform/http/page.ts';
import '#platform/jobs/job.store.ts';
import type { ProcessingState } from './versions.tables.ts';

/** A job that was cancelled before it began, or whose worker died for good, could not say so in our table. */
const jobFailed = sql<boolean>`
  (dataset_versions.state = 'RUNNING' AND job_records.status IN ('ERROR', 'ABORTED', 'EXPIRED'))`;
export const CANCELLED = 'The reading was cancelled.';
/** What ended such a job, in the words of a reading. */
export const whyJobFailed = sql<string>`
  CASE WHEN job_records.status = 'ABORTED' THEN ${CANCELLED} ELSE coalesce(job_records.message, ${CANCELLED}) END`;

const fullName = (table: string) => sql<string>`
  coalesce(nullif(concat_ws(' ', ${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)}), ''), ${sql.ref(`${table}.username`)})`;

export const versionRecords = (db: Queries, organizationId: string) =>
  db
    .selectFrom('dataset_versions')
    .innerJoin('datasets', 'datasets.id', 'dataset_versions.dataset_id')
    .innerJoin('users as creators', 'creators.id', 'dataset_versions.created_by')
    .innerJoin('users as modifiers', 'modifiers.id', 'datasets.modified_by')
    .leftJoin('job_records', 'job_records.id', 'dataset_versions.status_id')
    .selectAll('dataset_versions')
    .select([
      'datasets.organization_id',
      'datasets.name',
      'datasets.description',
      'datasets.tags',
      'datasets.categories',
      'datasets.latest_version_id',
      'datasets.modified_at',
      'datasets.created_at as dataset_created_at',
      'datasets.deleted_at as dataset_deleted_at',
      'creators.username as creator',
      fullName('creators').as('creator_full_name'),
      fullName('modifiers').as('modifier_full_name'),
      sql<ProcessingState>`CASE WHEN ${jobFailed} THEN 'ERROR' ELSE dataset_versions.state END`.as('state'),
      sql<string>`CASE WHEN ${jobFailed} THEN ${whyJobFailed} ELSE dataset_versions.error END`.as('error'),
      sql<number>`(SELECT count(*) FROM dataset_projects WHERE version_id = dataset_versions.id)::int`.as(
        'project_count',
      ),
    ])
    .where('datasets.organization_id', '=', organizationId)
    .where('dataset_versions.deleted_at', 'is', null);

/** A version as people see it: with its dataset, and with the end of its job where that came without our help. */
export type VersionRecord = InferResult<ReturnType<typeof versionRecords>>[number];

export const failedVersion = sql<boolean>`(dataset_versions.state = 'ERROR' OR ${jobFailed})`;

export const versionStore = (db: Queries) => ({
  latest: (organizationId: string, datasetId: string): Promise<VersionRecord | undefined> =>
    versionRecords(db, organizationId)
      .where('datasets.id', '=', datasetId)
      .whereRef('dataset_versions.id', '=', 'datasets.latest_version_id')
      .executeTakeFirst(),

  byId: (organizationId: string, datasetId: string, id: string): Promise<VersionRecord | undefined> =>
    versionRecords(db, organizationId)
      .where('datasets.id', '=', datasetId)
      .where('dataset_versions.id', '=', id)
      .executeTakeFirst(),

  lastThatSucceeded: (organizationId: string, datasetId: string): Promise<VersionRecord | undefined> =>
    versionRecords(db, organizationId)
      .where('datasets.id', '=', datasetId)
      .where('dataset_versions.state', '=', 'COMPLETED')
      .orderBy('dataset_versions.seq', 'desc')
      .executeTakeFirst(),

  page(organizationId: string, datasetId: string, query: Window & { filterFailed: boolean; orderBy: string }) {
    let mine = versionRecords(db, organizationId).where('datasets.id', '=', datasetId);
    if (query.filterFailed) mine = mine.where(sql<boolean>`NOT ${failedVersion}`);
    return pageOfRows(mine.orderBy('dataset_versions.seq', readOrder(query.orderBy).direction), query);
  },

  /** For jobs, which were given the id of the version and nothing else. */
  raw: (id: string) => findRow(db, 'dataset_versions', { id }),

  markDeleted: (id: string, now: Date) => updateRows(db, 'dataset_versions', { id }, { deleted_at: now }),
});
