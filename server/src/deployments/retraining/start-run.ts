import { z } from 'zod';
import type { JobKind, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { scheduleWork } from '#platform/jobs/schedule/schedule.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import { anyDeployment } from '../records/deployment.store.ts';
import { advanceJob } from './advance.job.ts';
import { answersTo, type Decline, millisecondsOf } from './policy.rules.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { policyStore, runStore } from './retraining.store.ts';
import type { PolicyRow, RunRow } from './retraining.tables.ts';
import { actorOf, savedSettings } from './retraining-settings.ts';

const Input = z.strictObject({ policyId: z.string() });

/** A policy's time has come. One whose last run still goes on waits for its next time. */
export const dueJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.retraining-due',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run(platform, { policyId }, { actor }) {
    const policy = await policyStore(platform.db.queries).byId(actor.organizationId, policyId);
    const deployment = policy && (await anyDeployment(platform.db.queries, policy.deployment_id));
    if (policy === undefined || deployment === undefined) return undefined;
    await beginRun(platform, deployment, policy, { actor, why: 'schedule' }).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'retraining.running') return undefined;
      throw error;
    });
    return undefined;
  },
};

/** How often a run is advanced. */
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

/**
 * Called by monitoring when a health status changed, or is still bad. Starts the runs of the policies it triggers, unless
 * one is running or the last was too recent; returns their IDs.
 */
export async function startRetrainingOnDecline(
  platform: Platform,
  deploymentId: string,
  decline: Decline,
): Promise<readonly string[]> {
  const deployment = await anyDeployment(platform.db.queries, deploymentId);
  if (deployment === undefined) return [];
  const { organization_id: organizationId } = deployment;
  const begun: string[] = [];
  for (const policy of await policyStore(platform.db.queries).list(organizationId, deploymentId)) {
    if (!answersTo(policy.definition, decline)) continue;
    const least = policy.definition.trigger.minIntervalBetweenRuns;
    const last = await runStore(platform.db.queries).latest(organizationId, policy.id);
    const since = last === undefined ? Number.POSITIVE_INFINITY : platform.now().getTime() - last.started_at.getTime();
    if (least !== null && since < millisecondsOf(least)) continue;
    const actor = await actorOf(platform, deployment, policy);
    if (actor === undefined) continue;
    try {
      begun.push((await beginRun(platform, deployment, policy, { actor, why: decline.what })).id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      platform.log.info({ policy: policy.id, code: error.code }, 'A retraining policy did not run');
    }
  }
  return begun;
}

/** Deployments of the organization with a policy that such a change triggers; monitoring checks no others. */
export const deploymentsAwaitingDecline = (
  { db }: Platform,
  organizationId: string,
  what: Decline['what'],
): Promise<readonly string[]> => policyStore(db.queries).awaiting(organizationId, `${what}_decline`);
