import {
  challengersOfDeployment,
  DEPLOYMENT,
  type DeploymentRow,
  findPackage,
  getDeploymentOrThrow,
  listDeployedModels,
  type ModelPackageRow,
} from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { batchStore, type StoredBatch } from './batch.store.ts';
import { type PeriodQuery, periodOf } from './period.rules.ts';
import type { WhichQuery } from './period.schema.ts';

/** What a statistics route is asked: of which deployment, models and rows. */
export interface StatisticsScope {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly deployment: DeploymentRow;
  /** The version that answers today. */
  readonly current: ModelPackageRow | undefined;
  /** Asked for, or the model of today. */
  readonly modelIds: readonly string[];
  readonly segment: { readonly attribute: string; readonly value: string } | null;
  /** To be repeated in the answer; left out where no segment was asked for. */
  readonly segmentFields: { readonly segmentAttribute?: string; readonly segmentValue?: string };
}

/** The first line of every statistics function: those who may look at the deployment may look at these. */
export async function getScopeOrThrow(
  ctx: Ctx,
  deploymentId: string,
  query: WhichQuery,
  need: 'read' | 'write' = 'read',
): Promise<StatisticsScope> {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, need);
  const { segmentAttribute, segmentValue } = query;
  if (segmentValue !== undefined && segmentAttribute === undefined) {
    throw invalidFields({ segmentAttribute: 'Send it together with segmentValue: which attribute has that value' });
  }
  if (segmentAttribute !== undefined && segmentValue === undefined) {
    throw invalidFields({ segmentValue: 'Send it together with segmentAttribute: the value to look at' });
  }
  const current = await findPackage(ctx, deployment.package_id);
  const asked = [...(query.modelId ?? []), ...(query.modelIds ?? [])];
  const isSelected = segmentAttribute !== undefined && segmentValue !== undefined;
  return {
    organizationId: deployment.organization_id,
    deploymentId,
    deployment,
    current,
    modelIds: asked.length > 0 ? [...new Set(asked)] : [current?.model_id ?? ''],
    segment: isSelected ? { attribute: segmentAttribute, value: segmentValue } : null,
    segmentFields: isSelected ? { segmentAttribute, segmentValue } : {},
  };
}

/** Options of a job for a deployment. */
export const aboutDeployment = ({ actor }: Pick<Ctx, 'actor'>, deploymentId: string, description: string) => ({
  actor,
  description,
  about: { type: DEPLOYMENT.type, id: deploymentId },
});

/** Which versions of the asked models were behind the deployment, or challenge it: they say how profiles are laid out. */
export async function packagesOf(ctx: Ctx, scope: StatisticsScope): Promise<ReadonlyMap<string, string>> {
  const { deployment, deploymentId, modelIds } = scope;
  const current = { model_id: scope.current?.model_id ?? '', package_id: deployment.package_id };
  // The version of today is the first choice: what came before is only looked for where something else is asked.
  if (modelIds.every((id) => id === current.model_id)) return new Map([[current.model_id, current.package_id]]);
  const history = await listDeployedModels(ctx.db.queries, deploymentId);
  const known = [current, ...history].filter(({ model_id }) => modelIds.includes(model_id));
  const isKnown = modelIds.every((id) => known.some(({ model_id }) => model_id === id));
  const compared = isKnown ? [] : await challengingModels(ctx, deployment);
  return new Map([...compared, ...known.reverse()].map(({ model_id, package_id }) => [model_id, package_id]));
}

async function challengingModels(ctx: Ctx, deployment: DeploymentRow) {
  const challengers = await challengersOfDeployment(ctx.db.queries, deployment);
  const packages = await Promise.all(challengers.map(({ package_id }) => findPackage(ctx, package_id)));
  return packages.flatMap((found) => (found ? [{ model_id: found.model_id, package_id: found.id }] : []));
}

/** The period of a query, or the batches it names. */
export async function periodOrBatches(ctx: Ctx, scope: StatisticsScope, query: WhichQuery & PeriodQuery) {
  const period = periodOf(query, ctx.now());
  const batchIds = query.batchId ? (await selectBatches(ctx, scope, query)).map(({ id }) => id) : [];
  return { period, batchIds, within: query.batchId ? { batchIds } : period };
}

/** The batches that were asked for, or all of the deployment; the oldest first. */
export async function selectBatches(ctx: Ctx, scope: StatisticsScope, query: WhichQuery): Promise<StoredBatch[]> {
  const ids = query.batchId ?? [];
  const batches = await batchStore(ctx.db.queries).of(scope.organizationId, scope.deploymentId, ids);
  const missing = ids.find((id) => !batches.some((batch) => batch.id === id));
  if (missing !== undefined) refuse(MonitoringProblems.noSuchBatch, missing);
  return batches;
}
