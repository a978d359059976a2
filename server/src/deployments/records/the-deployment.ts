import { type Need, requireRole } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import { DEPLOYMENT } from './deployment.kind.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { anyDeployment, deploymentStore } from './deployment.store.ts';

/** The first line of every verb about a deployment: the row, when the caller may do that much with it. */
export async function getDeploymentOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
): Promise<DeploymentRow> {
  await requireRole({ actor: ctx.actor, db: { queries: db } }, { kind: DEPLOYMENT, id }, need);
  const row = await deploymentStore(db).byId(ctx.actor.organizationId, id);
  return row ?? refuse(DeploymentProblems.noSuchDeployment, id);
}

/** All that answering needs, as it was at `deployment.revision`; who may ask is not looked at. */
export interface ServedDeployment {
  readonly deployment: DeploymentRow;
  /** The champion. */
  readonly package: ModelPackageRow;
}

/** Undefined when there is no such deployment. */
export async function deploymentForServing(
  { db }: Pick<Platform, 'db'>,
  id: string,
): Promise<ServedDeployment | undefined> {
  const deployment = await anyDeployment(db.queries, id);
  if (deployment === undefined) return undefined;
  const [champion] = await deploymentStore(db.queries).packages(deployment.organization_id, [deployment.package_id]);
  return champion === undefined ? undefined : { deployment, package: champion };
}
