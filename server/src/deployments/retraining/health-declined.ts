import type { Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { anyDeployment } from '../records/deployment.store.ts';
import { beginRun } from './begin-run.ts';
import { answersTo, type Decline, millisecondsOf } from './policy.rules.ts';
import { policyStore } from './policy.store.ts';
import { runStore } from './run.store.ts';
import { personBehind } from './run-context.ts';

/**
 * For whoever watches: a lamp changed its colour, or still has a bad one. Begins the runs of the policies that wait for
 * it, unless one still goes on or the last was too lately; answers their ids.
 */
export async function healthDeclined(
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
    const actor = await personBehind(platform, deployment, policy);
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
