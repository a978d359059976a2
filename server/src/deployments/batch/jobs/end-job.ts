import { z } from 'zod';
import type { EventKind, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BatchStatus } from '../batch.tables.ts';
import { hasEnded } from './batch-job.record.ts';
import { batchJobStore, type ListedJob } from './batch-job.store.ts';

const Payload = z.strictObject({
  organizationId: z.string(),
  deploymentId: z.string(),
  batchJobId: z.string(),
  outcome: z.enum(['success', 'failed']),
  /** The last line of its log. */
  reason: z.string(),
});

export type BatchEnded = z.output<typeof Payload>;

/** A batch job of a deployment ended, other than by request. */
export const batchEnded: EventKind<BatchEnded> = { name: 'batch.ended', payload: Payload };

interface Ending {
  readonly status: Exclude<BatchStatus, 'INITIALIZING' | 'RUNNING'>;
  readonly line: string;
  /** Ended by request: nobody is notified. */
  readonly isWished?: boolean;
}

/** False when it had ended already. In the caller's transaction, under the job's lock. */
export async function endJob(
  { now, events }: Pick<Platform, 'now' | 'events'>,
  tx: Tx,
  id: string,
  { status, line, isWished = false }: Ending,
): Promise<boolean> {
  const jobs = batchJobStore(tx);
  const job = await jobs.lock(id);
  if (job === undefined || hasEnded(job)) return false;
  await jobs.change(id, { status, ended_at: now(), work_id: null });
  await jobs.log(id, line);
  if (job.deployment_id !== null && !isWished) {
    const outcome = status === 'COMPLETED' ? 'success' : 'failed';
    const of = { organizationId: job.organization_id, deploymentId: job.deployment_id, batchJobId: id };
    await events.publish(tx, batchEnded, { ...of, outcome, reason: line });
  }
  return true;
}

/** Aborts the open jobs of a deployment in the transaction that deletes it. Returns the work to cancel after the commit. */
export async function endJobsOfDeployment(
  platform: Pick<Platform, 'now' | 'events'>,
  tx: Tx,
  deployment: { readonly organizationId: string; readonly id: string },
  line: string,
): Promise<readonly string[]> {
  const works: string[] = [];
  for (const { id, work_id: workId } of await batchJobStore(tx).lockOpen(deployment.organizationId, deployment.id)) {
    await endJob(platform, tx, id, { status: 'ABORTED', line, isWished: true });
    if (workId !== null) works.push(workId);
  }
  return works;
}

const WHY = 'Its work was lost: the worker ended more often than it may be tried again. Ask for the job once more.';

/** Ends jobs whose work was cancelled, or lost its worker too often. */
export async function endLostJobs(
  platform: Pick<Platform, 'db' | 'now' | 'events'>,
  jobs: readonly ListedJob[],
): Promise<readonly ListedJob[]> {
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
