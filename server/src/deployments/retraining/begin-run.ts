import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { scheduleWork } from '#platform/jobs/schedule/schedule.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import { advanceJob } from './advance.job.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import type { PolicyRow, RunRow } from './retraining.tables.ts';
import { savedSettings } from './retraining-settings.ts';
import { runStore } from './run.store.ts';

/** How often somebody looks whether a run can go on. */
const EVERY_MINUTE = { minute: ['*'], hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };

/** Begins a run of a policy, one at a time. It goes on by itself, whatever becomes of this process. */
export async function beginRun(
  platform: Platform,
  deployment: DeploymentRow,
  policy: PolicyRow,
  { actor, why }: { readonly actor: Actor; readonly why: string },
): Promise<RunRow> {
  if (savedSettings(deployment).datasetId === undefined) refuse(RetrainingProblems.noDataset, deployment.id);
  const now = platform.now();
  return platform.db.transaction(async (tx) => {
    const runs = runStore(tx);
    const latest = await runs.latest(policy.organization_id, policy.id);
    if (latest !== undefined && latest.finished_at === null) refuse(RetrainingProblems.running, latest.id);
    const run = await runs.insert({
      id: newId(now),
      organization_id: policy.organization_id,
      policy_id: policy.id,
      deployment_id: deployment.id,
      triggered_by: why,
      started_at: now,
    });
    const input = { runId: run.id };
    await scheduleWork(platform, tx, { kind: advanceJob, subject: run.id, input, schedule: EVERY_MINUTE, actor });
    await platform.jobs.enqueue(tx, advanceJob, input, { actor, description: `Retraining by ${policy.name}` });
    return run;
  });
}
