import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, type ProblemKind, problem } from '#platform/http/problem.ts';
import type { DeploymentRow, ModelPackageRow } from '../../deployments.tables.ts';
import { getDeploymentOrThrow } from '../../records/get-deployment.ts';
import { packageStore } from '../../registry/package.store.ts';
import { getPackageOrThrow } from '../../registry/registry.kind.ts';
import { TextModelProblems } from '../../registry/registry.problems.ts';
import { BatchProblems } from '../batch.problems.ts';
import { registeredVersion } from './registered-version.store.ts';

/** The model that scores a batch, and the deployment that hears of it, where one was named. */
export interface Scoring {
  readonly deployment: DeploymentRow | null;
  readonly package: ModelPackageRow;
}

export interface Named {
  readonly deploymentId?: string | null | undefined;
  readonly modelId?: string | null | undefined;
  readonly modelPackageId?: string | null | undefined;
  readonly pinnedModelId?: string | null | undefined;
}

type Asking = Pick<Ctx, 'actor' | 'db'>;

/** Refused in the field that names it, with 422: these are references in a body, not the address of a thing. */
function wrong<Args extends readonly unknown[]>(field: string, kind: ProblemKind<Args>, ...args: Args): never {
  const { status, code, message } = problem(kind, ...args);
  throw new Problem(status, code, message, { fields: { [field]: message } });
}

export async function whatScores(ctx: Asking, named: Named, need: Need = 'use'): Promise<Scoring> {
  const found = await namedThing(ctx, named, need);
  const { package: version } = found;
  const field =
    named.deploymentId != null ? 'deploymentId' : named.modelPackageId != null ? 'modelPackageId' : 'modelId';
  if (version.execution_type === 'external') wrong(field, BatchProblems.notOurs, named[field] ?? version.id);
  if (version.text_model !== null) wrong(field, TextModelProblems.writesText, `version ${version.id}`);
  if (version.bundle === null) wrong(field, BatchProblems.stillBuilding, version.id);
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
  const missing = (error: unknown): never => {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    return wrong('deploymentId', BatchProblems.noSuchDeployment, id);
  };
  const deployment = await getDeploymentOrThrow(ctx, id, need).catch(missing);
  if (deployment.status !== 'active' && deployment.status !== 'replacingModel') {
    wrong('deploymentId', BatchProblems.notActive, id, deployment.status);
  }
  const champion = await packageStore(ctx.db.queries).byId(ctx.actor.organizationId, deployment.package_id);
  return { deployment, package: champion ?? wrong('deploymentId', BatchProblems.noSuchDeployment, id) };
}

const inField =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof Problem && error.status === 404) throw invalidFields({ [field]: error.message });
    throw error;
  };
