import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BatchStatus } from '../batch.tables.ts';
import { batchEnded } from './batch-ended.ts';
import { hasEnded } from './batch-job.record.ts';
import { batchJobStore } from './batch-job.store.ts';

export interface Ending {
  readonly status: Exclude<BatchStatus, 'INITIALIZING' | 'RUNNING'>;
  readonly line: string;
  /** Somebody wished it: no news to anybody. */
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
