import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem } from '#platform/http/problem.ts';
import { limitReached } from '#platform/jobs/job-limits.ts';
import { JobProblems } from '#platform/jobs/jobs.problems.ts';
import { JobPostponed } from '#platform/jobs/jobs.ts';
import { isNoSpace } from '#platform/storage/no-space.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { deletePieces } from '../intake/pieces.ts';
import { hasEnded, jobPath, percentage, WAITING } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { ModelNotBuilt, PermissionLost, requireModel, requirePermission } from '../jobs/batch-target.ts';
import { endJob } from '../jobs/end-job.ts';
import { TooManyFailures } from './batch-run.ts';
import { RefusedRows } from './chunk-threads.ts';
import { NoMoreRows, UnsplittableRows } from './read-chunks.ts';
import { JobEnded } from './result-writer.ts';
import { QuotaExhausted } from './row-budget.ts';
import { runBatch } from './run-batch.ts';
import { NoRows } from './score-intake.ts';

const RETRIES = 4;
/** A job on a deployment that is being launched looks for its model so often. */
const BUILD_PAUSE_SECONDS = 1;

/** Works on a batch until it ends or waits for rows. Started again it goes on after the last results that were kept. */
export const batchWork: JobKind<{ readonly batchJobId: string }> = {
  name: 'batch.work',
  input: z.strictObject({ batchJobId: z.string() }),
  lane: 'scoring',
  limits: 'scoring',
  retries: RETRIES,
  retryDelaySeconds: 1,
  async run(platform, { batchJobId }, run) {
    const jobs = batchJobStore(platform.db.queries);
    const job = await jobs.anyById(batchJobId);
    if (job === undefined || hasEnded(job)) return undefined;
    try {
      await requirePermission(platform, job);
      await requireModel(platform, job);
      await runBatch(platform, job, run);
    } catch (error) {
      const limit = limitReached(run.signal, error);
      if (limit !== undefined) await settle(platform, batchJobId, limit, true);
      if (limit !== undefined || run.signal.aborted) throw error;
      if (error instanceof ModelNotBuilt) throw new JobPostponed(BUILD_PAUSE_SECONDS);
      if (error instanceof QuotaExhausted) await postpone(platform, batchJobId, run, error);
      else if (error instanceof NoMoreRows) await letGo(platform, batchJobId, run, error.seenBytes);
      else await settle(platform, batchJobId, error, run.attempt > RETRIES);
    }
    const after = await jobs.anyById(batchJobId);
    if (after !== undefined && hasEnded(after)) await deletePieces(platform, batchJobId, 'in');
    return { location: jobPath(job.kind, job.id) };
  },
};

const isForTheCaller = (error: unknown): error is Error =>
  error instanceof RefusedRows ||
  error instanceof UnsplittableRows ||
  error instanceof NoRows ||
  error instanceof TooManyFailures ||
  error instanceof PermissionLost ||
  (error instanceof Problem && error.status < 500);

async function settle(platform: Platform, id: string, error: unknown, isLastTry: boolean): Promise<void> {
  if (error instanceof JobEnded) return;
  if (!isForTheCaller(error)) {
    if (!isLastTry) throw error;
    platform.log.error({ err: error, batchJobId: id }, 'A batch job failed for good');
  }
  const status =
    error instanceof TooManyFailures ? error.ending : error instanceof PermissionLost ? 'ABORTED' : 'FAILED';
  const line = isForTheCaller(error)
    ? error.message
    : isNoSpace(error)
      ? JobProblems.noSpace.message()
      : 'Something unexpected happened, several times; the log of the server knows.';
  await platform.db.transaction((tx) => endJob(platform, tx, id, { status, line }));
}

/** Releases the job until more rows arrive; where they just arrived, it is enqueued again at once. */
const letGo = (platform: Platform, id: string, { actor }: JobRun, seenBytes: number): Promise<void> =>
  platform.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = await jobs.lock(id);
    if (job === undefined || hasEnded(job)) return;
    await jobs.change(id, { work_id: null });
    const isMore = job.intake_bytes !== seenBytes || job.intake_state === 'whole';
    if (isMore) await enqueueWork({ ...platform, actor }, tx, { id, work_id: null });
  });

/** A limit may be raised meanwhile: the quota is asked again at least so often. */
const LONGEST_PAUSE_SECONDS = 60;

/** Throws `JobPostponed`: the job is the same, and waits in the queue until the quota may give more. */
async function postpone(platform: Platform, id: string, run: JobRun, { waitMs, message }: QuotaExhausted) {
  const isOpen = await platform.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = await jobs.lock(id);
    if (job === undefined || hasEnded(job)) return false;
    await jobs.change(id, { waits_for: message, waits_until: new Date(platform.now().getTime() + waitMs) });
    if (!job.logs.some((line) => line.startsWith(WAITING))) await jobs.log(id, `${WAITING}: ${message}`);
    return true;
  });
  if (!isOpen) return;
  const job = await batchJobStore(platform.db.queries).anyById(id);
  await run.progress(job === undefined ? 0 : percentage(job) / 100, `Batch job ${id}, waiting for its quota`);
  throw new JobPostponed(Math.min(LONGEST_PAUSE_SECONDS, Math.ceil(waitMs / 1000)));
}

/** Gives the job to the workers, unless one has it. Under the job's lock, or in the transaction that makes it. */
export async function enqueueWork(
  { jobs, actor }: Pick<Platform, 'jobs'> & { readonly actor: Actor },
  tx: Tx,
  { id, work_id }: Pick<BatchJobRow, 'id' | 'work_id'>,
): Promise<void> {
  if (work_id !== null) return;
  const description = `Batch job ${id}`;
  const workId = await jobs.enqueue(tx, batchWork, { batchJobId: id }, { actor, description, statusType: 'BatchJob' });
  await batchJobStore(tx).change(id, { work_id: workId });
}
