import { accessTo, activeUser, allows, type Need } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import { invalidFields, Problem, type ProblemKind, problem } from '#platform/http/problem.ts';
import { DEPLOYMENT } from '../../deployment.kind.ts';
import type { DeploymentRow, ModelPackageRow } from '../../deployments.tables.ts';
import { deploymentStore } from '../../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../../records/get-deployment.ts';
import { packageStore } from '../../registry/package.store.ts';
import { endLostBuilds } from '../../registry/packages.ts';
import { getPackageOrThrow, requireDeployable } from '../../registry/registry.kind.ts';
import { TextModelProblems } from '../../registry/registry.problems.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { registeredVersion } from './batch-job.store.ts';
import type { BatchJobCreate, BatchSpec } from './batch-spec.schema.ts';
import { checkAgainstModel } from './check-spec.ts';

/** The model that scores a batch, and the deployment that hears of it, where one was named. */
export interface Scoring {
  readonly deployment: DeploymentRow | null;
  readonly package: ModelPackageRow;
}

type Named = Partial<Pick<BatchJobCreate, 'deploymentId' | 'modelId' | 'modelPackageId' | 'pinnedModelId'>>;

type Asking = Pick<Ctx, 'actor' | 'db'>;

/** Refused in the field that names it, with 422: these are references in a body, not the address of a thing. */
function wrong<Args extends readonly unknown[]>(field: string, kind: ProblemKind<Args>, ...args: Args): never {
  const { status, code, message } = problem(kind, ...args);
  throw new Problem(status, code, message, { fields: { [field]: message } });
}

export async function resolveBatchTarget(ctx: Asking, named: Named, need: Need = 'use'): Promise<Scoring> {
  const found = await namedThing(ctx, named, need);
  const { package: version } = found;
  const field =
    named.deploymentId != null ? 'deploymentId' : named.modelPackageId != null ? 'modelPackageId' : 'modelId';
  if (version.execution_type === 'external') wrong(field, BatchProblems.notOurs, named[field] ?? version.id);
  if (version.text_model !== null) wrong(field, TextModelProblems.writesText, `version ${version.id}`);
  // The job waits in the queue until the deployment has its model.
  const isSoon = found.deployment?.status === 'launching';
  if (version.bundle === null && !isSoon) wrong(field, BatchProblems.stillBuilding, version.id);
  if (named.pinnedModelId != null && named.pinnedModelId !== version.model_id) {
    wrong('pinnedModelId', BatchProblems.pinnedElsewhere, named.pinnedModelId, version.model_id);
  }
  return found;
}

async function namedThing(ctx: Asking, { deploymentId, modelPackageId, modelId }: Named, need: Need): Promise<Scoring> {
  if (deploymentId != null) return ofDeployment(ctx, deploymentId, need);
  const { organizationId } = ctx.actor;
  const id =
    modelPackageId ?? (modelId == null ? '' : await registeredVersion(ctx.db.queries, organizationId, modelId));
  if (id === undefined) return wrong('modelId', BatchProblems.notRegistered, modelId ?? '');
  const held = await getPackageOrThrow(ctx, id, 'use').catch(
    inField(modelPackageId != null ? 'modelPackageId' : 'modelId'),
  );
  return { deployment: null, package: held.row };
}

async function ofDeployment(ctx: Asking, id: string, need: Need): Promise<Scoring> {
  const deployment = await getDeploymentOrThrow(ctx, id, need).catch((error: unknown): never => {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    return wrong('deploymentId', BatchProblems.noSuchDeployment, id);
  });
  if (!['active', 'replacingModel', 'launching'].includes(deployment.status)) {
    wrong('deploymentId', BatchProblems.notActive, id, deployment.status);
  }
  const champion = await packageStore(ctx.db.queries).byId(ctx.actor.organizationId, deployment.package_id);
  return { deployment, package: champion ?? wrong('deploymentId', BatchProblems.noSuchDeployment, id) };
}

/** What is named in a body and does not exist is a wrong field, not a missing page. */
export const inField =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof Problem && error.status === 404) throw invalidFields({ [field]: error.message });
    throw error;
  };

/** The model of a job is not there yet: its deployment is being launched. */
export class ModelNotBuilt extends Error {}

/** The version of a job that was made while its deployment was launching, checked against what the job asks for. */
export async function requireModel(platform: Platform, job: BatchJobRow): Promise<void> {
  const found = await packageStore(platform.db.queries).anyById(job.package_id);
  if (job.kind !== 'prediction' || job.status !== 'INITIALIZING' || found === undefined) return;
  const [version = found] = await endLostBuilds(platform, [found]);
  if (version.bundle === null) {
    requireDeployable(version);
    throw new ModelNotBuilt(`Model package ${version.id} is still being built.`);
  }
  try {
    checkAgainstModel(job.spec as BatchSpec, version);
  } catch (error) {
    if (!(error instanceof Problem) || error.fields === undefined) throw error;
    throw new Problem(error.status, error.code, Object.values(error.fields).join('. '));
  }
}

type Scored = Pick<BatchJobRow, 'organization_id' | 'created_by' | 'kind' | 'deployment_id' | 'package_id'>;

/** A job that may not go on: a right it was made with is gone, or the deployment it was made for. */
export class PermissionLost extends Error {}

/**
 * A job runs with the rights of its creator, who must still have them when a worker starts it. Throws `PermissionLost`
 * with the reason.
 */
export async function requirePermission({ db }: Pick<Platform, 'db'>, job: Scored): Promise<void> {
  const { organization_id: organizationId, deployment_id: deploymentId } = job;
  const actor = await activeUser(db.queries, organizationId, job.created_by);
  if (actor === undefined) throw new PermissionLost('The account of whoever made the job is closed.');
  if (deploymentId === null) return requirePackage({ actor, db }, job.package_id);
  if ((await deploymentStore(db.queries).byId(organizationId, deploymentId)) === undefined)
    throw new PermissionLost(`Deployment ${deploymentId} was deleted.`);
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
  new PermissionLost(
    `${username}, who made the job, no longer has the right to use ${what}. Ask its owner to share it and make the job again.`,
  );
