import type { Ctx, Platform } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { inBackground } from '#platform/in-background.ts';
import { getProjectOrThrow } from '../core/project/get-project.ts';
import { lockProject } from '../core/project/project.store.ts';
import { finishJob } from './finish-job.ts';
import { projectJobStore } from './project-job.store.ts';
import type { ProjectJobRow } from './project-job.tables.ts';
import { QueueProblems } from './queue.problems.ts';

const CANCELLED = 'The job was cancelled.';

export async function cancelJob(ctx: Ctx, projectId: string, jobId: string, jobType?: string): Promise<Reply> {
  await getProjectOrThrow(ctx, projectId, 'write');
  await ctx.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const job = await projectJobStore(tx).shown(projectId, numberOf(jobId));
    if (job === undefined || (jobType !== undefined && job.job_type !== jobType))
      refuse(QueueProblems.noSuchJob, jobId);
    await cancelOne(ctx, tx, job);
  });
  return noContent();
}

/** Every open job of a project, or of one run of its autopilot. */
export async function cancelAll(platform: Platform, tx: Tx, projectId: string, autopilotRun?: number): Promise<void> {
  for (const job of await projectJobStore(tx).open(projectId)) {
    if (autopilotRun === undefined || job.autopilot_run === autopilotRun) await cancelOne(platform, tx, job);
  }
}

async function cancelOne(platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void> {
  const ended = await finishJob(platform, tx, job.id, 'ABORTED', { message: CANCELLED });
  const { status_id } = job;
  // Told to the worker once it is written: a worker that ends first finds the job ended and leaves it so.
  if (!ended || status_id === null) return;
  afterCommit(tx, () => inBackground(platform.log, 'cancelling a job', () => platform.jobs.cancel(status_id)));
}

/** Numbers are what clients have; anything else names no job. */
export const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);
