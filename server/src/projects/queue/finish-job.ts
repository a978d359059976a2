import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { dispatch } from './dispatch.ts';
import { type Ended, projectJobStore } from './project-job.store.ts';
import { stepNamed } from './step.ts';

/** The end of a job and all that follows from it, in one transaction that holds the project. False: it had ended. */
export async function finishJob(
  platform: Platform,
  tx: Tx,
  jobId: number,
  status: Ended,
  more: { readonly message?: string | null; readonly location?: string | null } = {},
): Promise<boolean> {
  const jobs = projectJobStore(tx);
  const before = await jobs.byId(jobId);
  if (before === undefined || (before.status !== 'queue' && before.status !== 'inprogress')) return false;
  await jobs.end(jobId, status, platform.now(), more);
  const ended = await jobs.byId(jobId);
  if (ended !== undefined) await stepNamed(ended.step)?.ended?.(platform, tx, ended);
  await dispatch(platform, tx, before.project_id);
  return true;
}
