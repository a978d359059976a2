import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { reviveActor } from '#platform/jobs/stored-actor.ts';
import { projectJobStore } from '../../queue/project-job.store.ts';
import type { ProjectJobRow } from '../../queue/project-job.tables.ts';
import { advance } from './advance.ts';

/** When the last job of a stage has ended, the autopilot goes on; in the transaction that ends the job. */
export async function autopilotMoves(platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void> {
  if (job.autopilot_run === null) return;
  const jobs = await projectJobStore(tx).ofAutopilot(job.project_id, job.autopilot_run);
  if (jobs.some(({ status }) => status === 'queue' || status === 'inprogress')) return;
  await advance(platform, tx, job.project_id, job.autopilot_run, reviveActor(job.actor));
}
