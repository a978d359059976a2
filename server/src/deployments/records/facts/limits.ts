import type { Ctx } from '#platform/context.ts';
import { challengerStore, MOST_CHALLENGERS } from '../../challengers/challenger.store.ts';
import { MOST_POLICIES, policyStore } from '../../retraining/policy.store.ts';
import { getDeploymentOrThrow } from '../the-deployment.ts';
import { MOST_TAGS } from './change-facts.ts';

const MOST_SEGMENT_ATTRIBUTES = 10;

export async function getLimits(ctx: Ctx, id: string) {
  const row = await getDeploymentOrThrow(ctx, id, 'read');
  const challengers = await challengerStore(ctx.db.queries).list(ctx.actor.organizationId, id);
  const policies = await policyStore(ctx.db.queries).list(ctx.actor.organizationId, id);
  return {
    challengers: { limit: MOST_CHALLENGERS, count: challengers.length },
    retrainingPolicies: { limit: MOST_POLICIES, count: policies.length },
    segmentAttributes: { limit: MOST_SEGMENT_ATTRIBUTES, count: row.settings.segmentAnalysis.attributes.length },
    tags: { limit: MOST_TAGS, count: row.tags.length },
  };
}
