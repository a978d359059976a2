import type { Platform } from '#platform/context.ts';
import { lockProject } from '../core/project/project.store.ts';
import { finishJob } from './finish-job.ts';
import { projectJobStore } from './project-job.store.ts';

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
