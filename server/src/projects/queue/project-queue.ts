import { EngineProblem } from '@almanac/engine';
import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem } from '#platform/http/problem.ts';
import { inBackground } from '#platform/in-background.ts';
import { limitReached } from '#platform/jobs/job-limits.ts';
import { finalInterruption } from '#platform/jobs/jobs.ts';
import { reviveActor, storeActor } from '#platform/jobs/stored-actor.ts';
import { lockProject } from '../core/project/project.store.ts';
import { type Ended, type JobEnd, type ProjectJobRow, projectJobStore } from './project-job.store.ts';
import { publishJobEnded, type Step, stepNamed } from './step.ts';

export interface NewJob {
  readonly project: { readonly id: string; readonly organization_id: string };
  readonly actor: Actor;
  readonly modelId?: string;
  readonly blueprintId?: string;
  readonly autopilotRun?: number;
  /** Higher runs first; user requests run before the autopilot's. */
  readonly priority?: number;
}

const PERSON_FIRST = 10;
/** Behind everything interactive: ingest, series detection, aims. */
const AUTOPILOT_LAST = -10;

/** One more job in the project's own queue. Call `dispatch` afterwards, in the same transaction. */
export function enqueueStep<Input>(
  { now }: Pick<Platform, 'now'>,
  tx: Tx,
  step: Step<Input>,
  input: Input,
  job: NewJob,
): Promise<ProjectJobRow> {
  return projectJobStore(tx).insert({
    project_id: job.project.id,
    organization_id: job.project.organization_id,
    job_type: step.jobType,
    step: step.name,
    input: JSON.stringify(input),
    model_id: job.modelId ?? null,
    blueprint_id: job.blueprintId ?? null,
    autopilot_run: job.autopilotRun ?? null,
    priority: job.priority ?? (job.autopilotRun === undefined ? PERSON_FIRST : AUTOPILOT_LAST),
    actor: JSON.stringify(storeActor(job.actor)),
    created_at: now(),
  });
}

/** For "as many as there are": a few more than can run, so that no worker waits and other projects get their turn. */
const AHEAD = 2;

/**
 * Lets through as many waiting jobs as the project has workers for, and takes back those that have not begun when it
 * has fewer now. Whoever adds or ends a job, or changes the number, calls this in the same transaction.
 */
export async function dispatch(platform: Platform, tx: Tx, projectId: string): Promise<void> {
  const project = await lockProject(tx, projectId);
  if (project === undefined || project.deleted_at !== null) return;
  const jobs = projectJobStore(tx);
  const all = AHEAD * Math.max(2, platform.config.workers);
  const places = project.worker_count < 0 ? all : Math.min(project.worker_count, all);
  const running = await jobs.running(projectId);
  await requeue(platform, tx, running.slice(0, Math.max(0, running.length - places)));
  for (const job of await jobs.waiting(projectId, Math.max(0, places - running.length))) {
    const options = { actor: reviveActor(job.actor), priority: job.priority, description: job.job_type };
    const statusId = await platform.jobs.enqueue(tx, workKind, { projectJobId: job.id }, options);
    await jobs.start(job.id, statusId, platform.now());
  }
}

/** Only those no worker has taken: work that has begun is finished. */
async function requeue(platform: Platform, tx: Tx, running: readonly ProjectJobRow[]): Promise<void> {
  for (const { id, statusId } of await projectJobStore(tx).notBegun(running.map((job) => job.id))) {
    await projectJobStore(tx).putBack(id);
    // A worker that claims it first finds another status id and leaves it.
    cancelAfterCommit(platform, tx, statusId);
  }
}

/** A paused autopilot starts nothing: its jobs that were dispatched but not started go back into the queue. */
export async function requeueAutopilot(platform: Platform, tx: Tx, projectId: string): Promise<void> {
  const running = await projectJobStore(tx).running(projectId);
  await requeue(
    platform,
    tx,
    running.filter(({ autopilot_run }) => autopilot_run !== null),
  );
}

/** Not before: the platform's queue is not part of this transaction, and a rollback would leave its job cancelled. */
export function cancelAfterCommit({ log, jobs }: Platform, tx: Tx, statusId: string): void {
  afterCommit(tx, () => inBackground(log, 'cancelling a job', () => jobs.cancel(statusId)));
}

/** The end of a job and all that follows from it, in one transaction that holds the project. False: it had ended. */
export async function finishJob(
  platform: Platform,
  tx: Tx,
  jobId: number,
  status: Ended,
  more: JobEnd = {},
): Promise<boolean> {
  const jobs = projectJobStore(tx);
  const before = await jobs.byId(jobId);
  if (before === undefined || (before.status !== 'queue' && before.status !== 'inprogress')) return false;
  await jobs.end(jobId, status, platform.now(), more);
  const ended = await jobs.byId(jobId);
  if (ended !== undefined) await publishJobEnded(platform, tx, ended);
  await dispatch(platform, tx, before.project_id);
  return true;
}

/** Ends jobs whose work was given up by the platform's queue (a worker that died too often, an expiry, a cancel). */
export async function reconcile(platform: Platform, projectId: string): Promise<void> {
  const lost = await projectJobStore(platform.db.queries).lost(projectId);
  if (lost.length === 0) return;
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    for (const { id, ending, reason } of await projectJobStore(tx).lost(projectId)) {
      await finishJob(platform, tx, id, ending === 'ABORTED' ? 'ABORTED' : 'error', { message: reason });
    }
  });
}

const RETRIES = 2;

/** All work inside a project runs as this kind; the row of `project_jobs` says what it is. */
export const workKind: JobKind<{ projectJobId: number }> = {
  name: 'projects.work',
  input: z.strictObject({ projectJobId: z.int() }),
  limits: 'training',
  retries: RETRIES,
  async run(platform, { projectJobId }, run) {
    const job = await projectJobStore(platform.db.queries).byId(projectJobId);
    // Taken back, cancelled, or finished by a worker that died before it could say so.
    if (job === undefined || job.status_id !== run.jobId || job.status !== 'inprogress') return where(job?.location);
    const step = stepNamed(job.step);
    if (step === undefined) throw new Error(`No step "${job.step}" is registered for jobs of projects.`);
    try {
      const outcome = await step.run(platform, step.input.parse(job.input), job, run);
      const location = outcome?.location ?? null;
      await end(platform, job, 'COMPLETED', { location });
      return where(location);
    } catch (error) {
      await endIfCancelled(platform, job, run);
      const refusal = limitReached(run.signal, error) ?? (run.signal.aborted ? undefined : refusalOf(error, run));
      if (refusal === undefined) throw error;
      await end(platform, job, 'error', { message: refusal.message });
      throw refusal;
    }
  },
};

const where = (location: string | null | undefined) => (location ? { location } : undefined);

/** Cancelled through its status, by its owner or an administrator: the next job of the project starts. */
async function endIfCancelled(platform: Platform, job: ProjectJobRow, { signal }: JobRun): Promise<void> {
  const cancelled = finalInterruption(signal);
  if (cancelled?.why === 'cancelled') await end(platform, job, 'ABORTED', { message: cancelled.message });
}

const end = (platform: Platform, job: ProjectJobRow, status: Ended, more: JobEnd): Promise<boolean> =>
  platform.db.transaction(async (tx) => {
    await lockProject(tx, job.project_id);
    return finishJob(platform, tx, job.id, status, more);
  });

/** What ends the job with a sentence for its owner; undefined when it is worth another try. */
function refusalOf(error: unknown, run: JobRun): Problem | undefined {
  if (error instanceof Problem && error.status < 500) return error;
  if (error instanceof EngineProblem) return new Problem(422, error.code, error.message);
  if (run.attempt <= RETRIES) return undefined;
  return new Problem(500, 'projects.step_failed', failureMessage(error));
}

const failureMessage = (error: unknown) =>
  `The job failed ${RETRIES + 1} times for a reason on our side (${error instanceof Error ? error.name : 'unknown'}). ` +
  'Start it again; if it fails again, ask the administrator to look into the log.';
