import type { Platform } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import { inBackground } from '#platform/in-background.ts';
import { reviveActor } from '#platform/jobs/stored-actor.ts';
import { lockProject } from '../core/project/project.store.ts';
import { projectJobStore } from './project-job.store.ts';
import { workKind } from './work.job.ts';

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
  if (running.length > places)
    await takeBack(
      platform,
      tx,
      running.slice(0, running.length - places).map(({ id }) => id),
    );
  for (const job of await jobs.waiting(projectId, Math.max(0, places - running.length))) {
    const options = { actor: reviveActor(job.actor), priority: job.priority, description: job.job_type };
    const statusId = await platform.jobs.enqueue(tx, workKind, { projectJobId: job.id }, options);
    await jobs.start(job.id, statusId, platform.now());
  }
}

/** Newest first, and only those no worker has taken: work that has begun is finished. */
async function takeBack(platform: Platform, tx: Tx, ids: readonly number[]): Promise<void> {
  for (const { id, statusId } of await projectJobStore(tx).notBegun(ids)) {
    await projectJobStore(tx).putBack(id);
    // Should a worker take it first, it finds that the job is no longer the one it was told of.
    afterCommit(tx, () => inBackground(platform.log, 'cancelling a job', () => platform.jobs.cancel(statusId)));
  }
}
