import { EngineProblem } from '@almanac/engine';
import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { finalInterruption } from '#platform/jobs/job-interrupted.ts';
import { limitReached } from '#platform/jobs/job-limits.ts';
import type { JobKind, JobRun } from '#platform/jobs/jobs.ts';
import { lockProject } from '../core/project/project.store.ts';
import { finishJob } from './finish-job.ts';
import { projectJobStore } from './project-job.store.ts';
import type { ProjectJobRow } from './project-job.tables.ts';
import { stepNamed } from './step.ts';

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
      await end(platform, job.project_id, (tx) => finishJob(platform, tx, job.id, 'COMPLETED', { location }));
      return where(location);
    } catch (error) {
      await endIfCancelled(platform, job, run);
      const refusal = limitReached(run.signal, error) ?? (run.signal.aborted ? undefined : refusalOf(error, run));
      if (refusal === undefined) throw error;
      await end(platform, job.project_id, (tx) =>
        finishJob(platform, tx, job.id, 'error', { message: refusal.message }),
      );
      throw refusal;
    }
  },
};

const where = (location: string | null | undefined) => (location ? { location } : undefined);

/** By its status, by its owner or an administrator: the project goes on with its next job. */
async function endIfCancelled(platform: Platform, job: ProjectJobRow, { signal }: JobRun): Promise<void> {
  const cancelled = finalInterruption(signal);
  if (cancelled?.why !== 'cancelled') return;
  await end(platform, job.project_id, (tx) =>
    finishJob(platform, tx, job.id, 'ABORTED', { message: cancelled.message }),
  );
}

function end(
  platform: Platform,
  projectId: string,
  write: Parameters<Platform['db']['transaction']>[0],
): Promise<unknown> {
  return platform.db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    return write(tx);
  });
}

/** What ends the job with a sentence for its owner; undefined when it is worth another try. */
function refusalOf(error: unknown, run: JobRun): Problem | undefined {
  if (error instanceof Problem && error.status < 500) return error;
  if (error instanceof EngineProblem) return new Problem(422, error.code, error.message);
  if (run.attempt <= RETRIES) return undefined;
  return new Problem(500, 'projects.step_failed', failed(error));
}

const failed = (error: unknown) =>
  `The job failed ${RETRIES + 1} times for a reason on our side (${error instanceof Error ? error.name : 'unknown'}). ` +
  'Start it again; if it fails again, ask the administrator to look into the log.';
