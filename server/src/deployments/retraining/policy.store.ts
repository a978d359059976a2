import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { RetrainingProblems } from './retraining.problems.ts';
import { policyStore } from './retraining.store.ts';
import type { PolicyRow } from './retraining.tables.ts';

export async function getPolicyOrThrow(ctx: Ctx, deploymentId: string, id: string): Promise<PolicyRow> {
  const row = await policyStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row?.deployment_id === deploymentId ? row : refuse(RetrainingProblems.noSuchPolicy, id, deploymentId);
}
