import { accessTo, activeUser, allows } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import { deploymentStore } from '../../records/deployment.store.ts';
import { getPackageOrThrow } from '../../registry/registry.kind.ts';
import type { BatchJobRow } from '../batch.tables.ts';

type Asking = Pick<Ctx, 'actor' | 'db'>;
type Scored = Pick<BatchJobRow, 'organization_id' | 'created_by' | 'kind' | 'deployment_id' | 'package_id'>;

/** A job that may not go on: a right it was made with is gone, or the deployment it was made for. */
export class RightsLost extends Error {}

/**
 * A job acts for whoever made it, and may be taken up hours later: they need the same right then. Throws `RightsLost`
 * with the reason.
 */
export async function requireRightToScore({ db }: Pick<Platform, 'db'>, job: Scored): Promise<void> {
  const { organization_id: organizationId, deployment_id: deploymentId } = job;
  const actor = await activeUser(db.queries, organizationId, job.created_by);
  if (actor === undefined) throw new RightsLost('The account of whoever made the job is closed.');
  if (deploymentId === null) return requirePackage({ actor, db }, job.package_id);
  if ((await deploymentStore(db.queries).byId(organizationId, deploymentId)) === undefined)
    throw new RightsLost(`Deployment ${deploymentId} was deleted.`);
  if (!(await mayUseDeployment({ actor, db }, deploymentId, job.kind)))
    throw rightLost(actor.username, `deployment ${deploymentId}`);
}

/** Whether the caller may do now what making a job of this kind takes. */
export async function mayUseDeployment(ctx: Asking, id: string, kind: BatchJobRow['kind']): Promise<boolean> {
  const access = await accessTo(ctx, { kind: DEPLOYMENT, id });
  return access !== undefined && allows(access, kind === 'monitoring' ? 'write' : 'use');
}

async function requirePackage(ctx: Asking, id: string): Promise<void> {
  try {
    await getPackageOrThrow(ctx, id, 'use');
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 404)) throw error;
    throw rightLost(ctx.actor.username, `model package ${id}`);
  }
}

const rightLost = (username: string, what: string) =>
  new RightsLost(
    `${username}, who made the job, no longer has the right to use ${what}. Ask its owner to share it and make the job again.`,
  );
