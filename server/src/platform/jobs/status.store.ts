import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { findRow, pageOfRows } from '../db/rows.ts';
import type { Actor } from '../http/actor.ts';
import type { Window } from '../http/page.ts';
import { OPEN } from './job.store.ts';
import type { JobStatus } from './jobs.ts';

export const recordOf = (db: Queries, actor: Actor, id: string) =>
  findRow(db, 'job_records', { id, organization_id: actor.organizationId });

export type ShownRecord = NonNullable<Awaited<ReturnType<typeof recordOf>>>;

/** The caller's own open jobs, oldest first. */
export function openRecords(db: Queries, actor: Actor, window: Window) {
  const mine = db
    .selectFrom('job_records')
    .selectAll()
    .where('organization_id', '=', actor.organizationId)
    .where(sql<string>`actor ->> 'userId'`, '=', actor.userId)
    .where('status', 'in', OPEN);
  return pageOfRows(mine.orderBy('created_at').orderBy('id'), window);
}

export interface JobCount {
  readonly kind: string;
  readonly status: JobStatus;
  readonly jobs: number;
}

/** For the whole installation: what waits and runs, and what ended within the hour. */
export async function countJobs(db: Queries): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    SELECT kind, status, count(*) AS jobs FROM job_records
    WHERE status IN ('INITIALIZED', 'RUNNING') OR ended_at > now() - interval '1 hour'
    GROUP BY kind, status`.execute(db);
  return rows;
}
