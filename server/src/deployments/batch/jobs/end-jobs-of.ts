import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { batchJobStore } from './batch-job.store.ts';
import { endJob } from './end-job.ts';

/**
 * Aborts every open job of a deployment that is deleted: nobody could wait for their results. In the transaction that
 * deletes it; answers the work that is to be cancelled when that has been committed.
 */
export async function endJobsOf(
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
