import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { OPEN } from './job.store.ts';
import type { JobStatus } from './jobs.ts';

export function recordOf(db: Queries, actor: Actor, id: string) {
  return db
    .selectFrom('job_records')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', actor.organizationId)
    .executeTakeFirst();
}

export interface StatusPage {
  readonly rows: readonly ShownRecord[];
  readonly total: number;
}

export type ShownRecord = NonNullable<Awaited<ReturnType<typeof recordOf>>>;

/** The caller's own open jobs, oldest first. */
export async function openRecords(
  db: Queries,
  actor: Actor,
  window: { readonly offset: number; readonly limit: number },
): Promise<StatusPage> {
  const mine = db
    .selectFrom('job_records')
    .where('organization_id', '=', actor.organizationId)
    .where(sql<string>`actor ->> 'userId'`, '=', actor.userId)
    .where('status', 'in', OPEN);
  const { total } = await mine.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .offset(window.offset)
    .$if(window.limit > 0, (query) => query.limit(window.limit))
    .execute();
  return { rows, total };
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
