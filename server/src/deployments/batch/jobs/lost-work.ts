import type { Platform } from '#platform/context.ts';
import { hasEnded } from './batch-job.record.ts';
import { batchJobStore, type SeenJob } from './batch-job.store.ts';
import { endJob } from './end-job.ts';

const WHY = 'Its work was lost: the worker ended more often than it may be tried again. Ask for the job once more.';

/** A job whose worker was lost once too often, or cancelled, is at its end, and whoever looks at it notes that. */
export async function endedByLoss(
  platform: Pick<Platform, 'db' | 'now' | 'events'>,
  jobs: readonly SeenJob[],
): Promise<readonly SeenJob[]> {
  const open = jobs.filter((job) => !hasEnded(job) && job.work_id !== null);
  if (open.length === 0) return jobs;
  const store = batchJobStore(platform.db.queries);
  const over = await store.withEndedWork(open.map(({ id }) => id));
  for (const { id, workStatus, message } of over) {
    const isCancelled = workStatus === 'ABORTED';
    const end = isCancelled
      ? { status: 'ABORTED' as const, line: message ?? 'The job was cancelled.', isWished: true }
      : { status: 'FAILED' as const, line: WHY };
    await platform.db.transaction((tx) => endJob(platform, tx, id, end));
  }
  const ended = new Set(over.map(({ id }) => id));
  return Promise.all(
    jobs.map(async (job) => (ended.has(job.id) ? ((await store.byId(job.organization_id, job.id)) ?? job) : job)),
  );
}
