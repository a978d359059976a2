import type { z } from 'zod';
import { accessTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import type { JobState, StatusSource, StatusSources } from '#platform/jobs/status.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchStatus } from '../batch.tables.ts';
import { deletePieces } from '../intake/pieces.ts';
import { hasEnded, jobPath, percentage, resultsGone, toBatchJob } from './batch-job.record.ts';
import type { BatchJob, BatchJobChange, BatchJobQuery } from './batch-job.schema.ts';
import { batchJobStore, type ListedJob } from './batch-job.store.ts';
import { endJob, endLostJobs } from './end-job.ts';

export const BATCH_JOB: ObjectKind = {
  type: 'batchJob',
  title: 'batch job',
  seenBy: 'whoever made it, owners of its deployment, and administrators',
};

const HOUR_MS = 3600 * 1000;
type Asking = Pick<Ctx, 'actor' | 'db' | 'now' | 'events' | 'checked'>;

/** Those who made it, who own its deployment, and administrators; for everybody else there is no such job. */
export async function getBatchJobOrThrow(
  ctx: Asking,
  id: string,
  kind: ListedJob['kind'] | 'any' = 'prediction',
): Promise<ListedJob> {
  const found = await batchJobStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const [job] = found === undefined ? [] : await endLostJobs(ctx, [found]);
  if (job === undefined || (kind !== 'any' && job.kind !== kind)) return refuse(BatchProblems.noSuchJob, id);
  if (job.created_by !== ctx.actor.userId && ctx.actor.role !== 'admin' && !(await ownsItsDeployment(ctx, job)))
    return refuse(BatchProblems.noSuchJob, id);
  ctx.checked?.grant(BATCH_JOB, 'own');
  return job;
}

async function ownsItsDeployment(ctx: Asking, { deployment_id: id }: ListedJob): Promise<boolean> {
  return id !== null && (await accessTo(ctx, { kind: DEPLOYMENT, id }))?.role === 'OWNER';
}

/** Where it stands among those that wait. */
export const aheadOf = (ctx: Asking, job: ListedJob): Promise<number> =>
  job.status === 'INITIALIZING' ? batchJobStore(ctx.db.queries).before(job) : Promise.resolve(0);

export async function showBatchJob(ctx: Ctx, id: string): Promise<z.output<typeof BatchJob>> {
  const job = await getBatchJobOrThrow(ctx, id);
  return toBatchJob(job, { now: ctx.now(), links: ctx.links, ahead: await aheadOf(ctx, job) });
}

export async function listBatchJobs(ctx: Ctx, url: string, query: z.output<typeof BatchJobQuery>) {
  const now = ctx.now();
  const { startDateTime, cutoffHours } = query;
  const cutoff = cutoffHours === undefined ? undefined : new Date(now.getTime() - cutoffHours * HOUR_MS);
  const from = startDateTime === undefined ? cutoff : new Date(startDateTime);
  // `allJobs` shows an administrator everybody's.
  const userId = query.allJobs && ctx.actor.role === 'admin' ? undefined : ctx.actor.userId;
  const { rows, total } = await batchJobStore(ctx.db.queries).page(ctx.actor.organizationId, query, userId, from);
  const jobs = await endLostJobs(ctx, rows);
  const data = await Promise.all(
    jobs.map(async (job) => toBatchJob(job, { now, links: ctx.links, ahead: await aheadOf(ctx, job) })),
  );
  return page(ctx.links, url, query, data, total);
}

async function abort(ctx: Ctx, id: string, workId: string | null): Promise<boolean> {
  const line = `Aborted by ${ctx.actor.username} at ${ctx.now().toISOString()}`;
  const ended = await ctx.db.transaction((tx) => endJob(ctx, tx, id, { status: 'ABORTED', line, isWished: true }));
  if (ended && workId !== null) await ctx.jobs.cancel(workId);
  return ended;
}

/** Stops a job that goes on; of one that has ended, deletes the results. */
export async function deleteBatchJob(ctx: Ctx, id: string, kind: 'prediction' | 'any' = 'prediction'): Promise<Reply> {
  const job = await getBatchJobOrThrow(ctx, id, kind);
  if (await abort(ctx, id, job.work_id)) {
    return answer(202, { body: { id, status: 'ABORTED', message: 'The job was aborted.' } });
  }
  const now = ctx.now();
  const ended = await getBatchJobOrThrow(ctx, id, kind);
  if (resultsGone(ended, now)) refuse(BatchProblems.resultsGoneAlready, id);
  await batchJobStore(ctx.db.queries).change(id, { results_deleted_at: now });
  await deletePieces(ctx, id);
  return answer(202, { body: { id, status: ended.status, message: 'The results of the job were deleted.' } });
}

export async function changeBatchJob(ctx: Ctx, id: string, change: z.output<typeof BatchJobChange>) {
  const job = await getBatchJobOrThrow(ctx, id);
  if (change.hidden !== undefined) await batchJobStore(ctx.db.queries).change(id, { hidden: change.hidden });
  if (change.status === 'ABORTED' && !(await abort(ctx, id, job.work_id))) refuse(BatchProblems.ended, id, job.status);
  return showBatchJob(ctx, id);
}

const STATUSES: Readonly<Record<BatchStatus, JobState['status']>> = {
  INITIALIZING: 'INITIALIZED',
  RUNNING: 'RUNNING',
  COMPLETED: 'COMPLETED',
  ABORTED: 'ABORTED',
  FAILED: 'ERROR',
};

const jobsOf = (kind: 'prediction' | 'any'): StatusSource => ({
  async state(ctx, id) {
    const job = await getBatchJobOrThrow(ctx, id, kind);
    const line = job.logs.at(-1) ?? null;
    return {
      status: STATUSES[job.status],
      message: job.status === 'FAILED' || job.status === 'ABORTED' ? line : null,
      description: line,
      statusType: null,
      type: kind === 'prediction' ? 'batchPrediction' : 'batchJob',
      progress: percentage(job) / 100,
      created: job.created_at,
      location: jobPath(job.kind, job.id),
    };
  },
  /** One that has ended keeps its results: cancelling deletes nothing. */
  async cancel(ctx, id) {
    if (!hasEnded(await getBatchJobOrThrow(ctx, id, kind))) await deleteBatchJob(ctx, id, kind);
  },
});

/** The status of batch predictions, and of batch jobs of any kind. */
export const batchJobStatuses: StatusSources = { batchPredictions: jobsOf('prediction'), batchJobs: jobsOf('any') };
