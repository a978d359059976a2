import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { Claim } from './queue.ts';

export interface LostJob extends Claim {
  readonly kind: string;
  readonly worker: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Earlier ones. */
  readonly workerDeaths: number;
}

const AT_ONCE = 100;

/** How a worker's own connection is called in the database, so that the others see whether it is still there. */
export const connectionName = (worker: string): string => `almanac worker ${worker.slice(-TOKEN)}`;
const TOKEN = 12;

/**
 * A worker is gone when its lease has run out; or, sooner, when it has been silent for a while and its connection is
 * closed too, as it is at once when a process is killed. One that is merely too busy to renew keeps its connection.
 */
const gone = (silentSeconds: number) => sql`
  status = 'RUNNING' AND (lease_until < now() OR (renewed_at < now() - make_interval(secs => ${silentSeconds})
    AND NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'almanac worker ' || right(worker, ${TOKEN}))))`;

export async function lostJobs(db: Queries, silentSeconds: number): Promise<LostJob[]> {
  const { rows } = await sql<LostJob>`
    SELECT id AS "jobId", claim AS number, lane, kind, worker, attempts, max_attempts AS "maxAttempts",
      worker_deaths AS "workerDeaths"
    FROM job_records WHERE ${gone(silentSeconds)} LIMIT ${AT_ONCE}`.execute(db);
  return rows;
}

/** Whether it is still lost, now that the caller's transaction holds its place in the queue. */
export async function isStillLost(db: Queries, claim: Claim, silentSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM job_records WHERE id = ${claim.jobId} AND claim = ${claim.number} AND ${gone(silentSeconds)}
    FOR UPDATE`.execute(db);
  return rows.length === 1;
}

export async function expiredJobs(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM job_records WHERE status IN ('INITIALIZED', 'RUNNING') AND expires_at < now()
    ORDER BY expires_at LIMIT ${AT_ONCE}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Those that run past their time limit although their worker should have ended them long ago: it cannot, or its loop is
 * blocked.
 */
export async function overdueJobs(db: Queries, slackSeconds: number): Promise<{ id: string; kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    SELECT id, kind FROM job_records
    WHERE status = 'RUNNING' AND running_since < now() - make_interval(secs => time_limit_seconds + ${slackSeconds})
    LIMIT ${AT_ONCE}`.execute(db);
  return rows;
}

/** What people started stays readable for a month; the platform's own traces for an hour. */
export async function deleteOldRecords(db: Queries): Promise<void> {
  await sql`
    DELETE FROM job_records WHERE id IN (
      SELECT id FROM job_records
      WHERE ended_at < now() - interval '30 days'
         OR (ended_at < now() - interval '1 hour' AND organization_id IS NULL AND status = 'COMPLETED')
      LIMIT 1000)`.execute(db);
}
