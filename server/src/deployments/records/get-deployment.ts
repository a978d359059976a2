import { type Need, requireRole } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { DeploymentModelRow, DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import { packageStore } from '../registry/package.store.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { anyDeployment, deploymentModelStore, deploymentStore } from './deployment.store.ts';

/** Used first by every service function about a deployment: the row, when the caller may do that much with it. */
export async function getDeploymentOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>,
  id: string,
  need: Need,
  db: Queries = ctx.db.queries,
): Promise<DeploymentRow> {
  await requireRole({ actor: ctx.actor, checked: ctx.checked, db: { queries: db } }, { kind: DEPLOYMENT, id }, need);
  const row = await deploymentStore(db).byId(ctx.actor.organizationId, id);
  return row ?? refuse(DeploymentProblems.noSuchDeployment, id);
}

/** The version a deployment serves. */
export const getChampionOrThrow = async (
  { db }: Pick<Ctx, 'db'>,
  { organization_id, id, package_id }: DeploymentRow,
): Promise<ModelPackageRow> =>
  (await packageStore(db.queries).byId(organization_id, package_id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);

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
  const champion = await packageStore(db.queries).byId(deployment.organization_id, deployment.package_id);
  return champion === undefined ? undefined : { deployment, package: champion };
}

/** For monitoring, which has checked the caller's rights or acts for the platform. */
export const findDeployment = ({ db }: Pick<Platform, 'db'>, id: string): Promise<DeploymentRow | undefined> =>
  anyDeployment(db.queries, id);

export const findPackage = ({ db }: Pick<Platform, 'db'>, id: string): Promise<ModelPackageRow | undefined> =>
  packageStore(db.queries).anyById(id);

/** Which models answered for a deployment, the newest first. */
export const listDeployedModels = (db: Queries, deploymentId: string): Promise<DeploymentModelRow[]> =>
  deploymentModelStore(db).history(deploymentId);
