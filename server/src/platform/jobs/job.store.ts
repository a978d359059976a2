import { type ColumnType, type Generated, sql } from 'kysely';
import type { EnqueueOptions } from '../context.ts';
import type { Queries, Tx } from '../db/database.ts';
import type { JobStatus } from './jobs.ts';
import type { Claim, Lane } from './queue.ts';
import { isSystem, type StoredActor, storeActor } from './stored-actor.ts';

export interface JobRecord {
  id: string;
  kind: string;
  lane: Lane;
  organization_id: string | null;
  actor: ColumnType<StoredActor, string, never>;
  status: Generated<JobStatus>;
  progress: Generated<number>;
  code: Generated<number>;
  message: string | null;
  description: string | null;
  status_type: string | null;
  type: string | null;
  location: string | null;
  attempts: Generated<number>;
  max_attempts: number;
  claim: number | null;
  worker: string | null;
  lease_until: Date | null;
  renewed_at: Date | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date;
  about_type: string | null;
  about_id: string | null;
  /** Of the current or last start. */
  running_since: Date | null;
  time_limit_seconds: number | null;
  worker_deaths: Generated<number>;
}

declare module '../db/tables.ts' {
  interface Tables {
    job_records: JobRecord;
  }
}

export const OPEN = ['INITIALIZED', 'RUNNING'] as const;
const DEFAULT_EXPIRY_SECONDS = 14 * 24 * 3600;

/** Leases and expiry are told by the database's clock alone: the machines' own clocks may disagree. */
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
const rightNow = sql<Date>`now()`;

/** What workers hear: in which lane there is work, or `stop <job id>`. */
export const CHANNEL = 'almanac_jobs';
type Message = Lane | `stop ${string}`;

export async function notifyWorkers(db: Queries, message: Message): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${message})`.execute(db);
}

export async function insertRecord(
  tx: Tx,
  job: { readonly id: string; readonly kind: string; readonly lane: Lane; readonly retries: number },
  options: EnqueueOptions,
): Promise<void> {
  await tx
    .insertInto('job_records')
    .values({
      id: job.id,
      kind: job.kind,
      lane: job.lane,
      organization_id: isSystem(options.actor) ? null : options.actor.organizationId,
      actor: JSON.stringify(storeActor(options.actor)),
      description: options.description ?? null,
      status_type: options.statusType ?? null,
      type: options.type ?? null,
      max_attempts: job.retries + 1,
      about_type: options.about?.type ?? null,
      about_id: options.about?.id ?? null,
      expires_at: inSeconds(options.expireInSeconds ?? DEFAULT_EXPIRY_SECONDS),
    })
    .execute();
}

export interface StartedJob {
  readonly id: string;
  readonly actor: StoredActor;
  readonly attempts: number;
  readonly max_attempts: number;
}

export async function markRunning(
  tx: Tx,
  claims: readonly (Claim & { readonly timeLimitSeconds?: number | undefined })[],
  lease: { readonly worker: string; readonly seconds: number },
): Promise<StartedJob[]> {
  const ids = claims.map((claim) => claim.jobId);
  const numbers = claims.map((claim) => claim.number);
  const limits = claims.map((claim) => claim.timeLimitSeconds ?? null);
  const { rows } = await sql<StartedJob>`
    UPDATE job_records SET status = 'RUNNING', claim = claimed.number, worker = ${lease.worker},
      lease_until = ${inSeconds(lease.seconds)}, renewed_at = now(), attempts = attempts + 1, started_at = COALESCE(started_at, now()),
      running_since = now(), time_limit_seconds = claimed.time_limit
    FROM unnest(${ids}::uuid[], ${numbers}::int[], ${limits}::int[]) AS claimed (id, number, time_limit)
    WHERE job_records.id = claimed.id
    RETURNING job_records.id, actor, attempts, max_attempts`.execute(tx);
  return rows;
}

/** Answers the ids whose lease was renewed; the others have been cancelled, expired or given to somebody else. */
export async function renewLeases(db: Queries, claims: readonly Claim[], seconds: number): Promise<Set<string>> {
  const ids = claims.map((claim) => claim.jobId);
  const numbers = claims.map((claim) => claim.number);
  const { rows } = await sql<{ id: string }>`
    UPDATE job_records SET lease_until = ${inSeconds(seconds)}, renewed_at = now()
    FROM unnest(${ids}::uuid[], ${numbers}::int[]) AS held (id, number)
    WHERE job_records.id = held.id AND claim = held.number AND status = 'RUNNING'
    RETURNING job_records.id`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** False when the claim is no longer held. */
export async function writeProgress(
  db: Queries,
  claim: Claim,
  done: number,
  description: string | undefined,
): Promise<boolean> {
  const result = await db
    .updateTable('job_records')
    .set({ progress: done, ...(description === undefined ? {} : { description }) })
    .where('id', '=', claim.jobId)
    .where('claim', '=', claim.number)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface Ending {
  readonly status: Exclude<JobStatus, 'INITIALIZED' | 'RUNNING'>;
  readonly code?: number;
  readonly message?: string | null;
  readonly location?: string | null;
}

/** False when it had already ended. */
export async function markEnded(tx: Tx, jobId: string, ending: Ending): Promise<boolean> {
  const { status, code = 0, message = null, location = null } = ending;
  const result = await tx
    .updateTable('job_records')
    .set({ status, code, message, location, ended_at: rightNow, lease_until: null, claim: null })
    .$if(status === 'COMPLETED', (update) => update.set({ progress: 1 }))
    .where('id', '=', jobId)
    .where('status', 'in', OPEN)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A job that waits as it should does not expire of it. */
export async function keepAlive(tx: Tx, jobId: string): Promise<void> {
  await sql`UPDATE job_records SET expires_at = greatest(expires_at, ${inSeconds(DEFAULT_EXPIRY_SECONDS)})
    WHERE id = ${jobId}`.execute(tx);
}

/**
 * Back to waiting. A start that was interrupted through no fault of the job is not counted as an attempt; one during which
 * its worker died is counted for itself as well.
 */
export async function markWaiting(tx: Tx, jobId: string, start: 'counted' | 'uncounted' | 'died'): Promise<void> {
  await tx
    .updateTable('job_records')
    .set((column) => ({
      status: 'INITIALIZED',
      claim: null,
      worker: null,
      lease_until: null,
      attempts: start === 'uncounted' ? column('attempts', '-', 1) : column.ref('attempts'),
      worker_deaths: start === 'died' ? column('worker_deaths', '+', 1) : column.ref('worker_deaths'),
    }))
    .where('id', '=', jobId)
    .where('status', 'in', OPEN)
    .execute();
}
