import type { z } from 'zod';
import { type DeploymentRow, findPackage, type ModelPackageRow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { PREDICTED_LABEL, PREDICTION } from '#projects';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { loadLayout } from '../profiles/layout.store.ts';
import type { Layout, LayoutColumn } from '../profiles/layout.ts';
import { columnNamed, mergedColumns, readProfiles } from '../profiles/read-profiles.ts';
import { toPeriod } from '../scope/period.rules.ts';
import { getScopeOrThrow, packagesOf, periodOrBatches, type StatisticsScope } from '../scope/statistics-scope.ts';
import { scoreColumn } from './drift.rules.ts';
import type { FeatureDriftQuery, TargetDriftQuery } from './drift.schema.ts';

export function requireFeatureDrift({ deployment }: StatisticsScope): void {
  if (!deployment.settings.featureDrift.enabled) {
    refuse(MonitoringProblems.notWatched, 'The drift of features', 'featureDrift');
  }
}

/** Feature drift compared with the training data, the most important first. */
export async function featureDrift(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  query: z.output<typeof FeatureDriftQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireFeatureDrift(scope);
  const { period, batchIds, within } = await periodOrBatches(ctx, scope, query);
  const asked = await selectModel(ctx, scope);
  const features = asked ? monitoredFeatures(scope.deployment, asked.model, asked.layout) : [];
  const limit = query.limit === 0 ? Math.max(1, features.length) : query.limit;
  const shown = features.slice(query.offset, query.offset + limit);
  const names = shown.map(({ name }) => name);
  const kept = await readProfiles(ctx, { ...scope, modelIds: scope.modelIds.slice(0, 1), within });
  const recent = mergedColumns(kept, kept.rows, names);
  const data = shown.map(({ name, importance }, at) => ({
    name,
    featureImpact: importance,
    ...scoreColumn(query.metric, asked && columnNamed(asked.layout, name), recent[at] ?? null),
  }));
  return {
    ...page(ctx.links, url, { offset: query.offset, limit }, data, features.length),
    period: toPeriod(period),
    metric: query.metric,
    modelId: scope.modelIds[0] ?? null,
    batchId: batchIds,
    ...scope.segmentFields,
  };
}

/** What predictions are compared in: the number, or for several classes the label. */
export const targetColumn = (layout: Layout): LayoutColumn | undefined =>
  columnNamed(layout, PREDICTION) ?? columnNamed(layout, PREDICTED_LABEL);

/** Target drift: predictions compared with those on held-out training rows. */
export async function targetDrift(ctx: Ctx, deploymentId: string, query: z.output<typeof TargetDriftQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  if (!scope.deployment.settings.targetDrift.enabled) {
    refuse(MonitoringProblems.notWatched, 'The drift of predictions', 'targetDrift');
  }
  const { period, batchIds, within } = await periodOrBatches(ctx, scope, query);
  const asked = await selectModel(ctx, scope);
  const column = asked && targetColumn(asked.layout);
  const kept = await readProfiles(ctx, { ...scope, modelIds: scope.modelIds.slice(0, 1), within });
  const [recent = null] = column ? mergedColumns(kept, kept.rows, [column.name]) : [];
  return {
    period: toPeriod(period),
    metric: query.metric,
    modelId: scope.modelIds[0] ?? null,
    targetName: asked?.model.target.name ?? null,
    ...scoreColumn(query.metric, column, recent),
    batchId: batchIds,
    // The newest client wants the key here, and only here.
    segmentValue: null,
    ...scope.segmentFields,
  };
}

export interface MonitoredFeature {
  readonly name: string;
  readonly importance: number | null;
}

/**
 * Features whose drift is told, the most important first. Dates are none: time passes, and that is no drift. Of models
 * on rows only those they learned from.
 */
export function monitoredFeatures(
  deployment: DeploymentRow,
  model: ModelPackageRow,
  layout: Layout,
): MonitoredFeature[] {
  const { featureSelection, trackedFeatures } = deployment.settings.featureDrift;
  const known = new Set(layout.filter(({ role }) => role === 'feature').map(({ name }) => name));
  const tracked = new Set(trackedFeatures);
  const isTracked = (name: string) => featureSelection !== 'manual' || tracked.has(name);
  const columns: readonly MonitoredFeature[] =
    model.bundle === null
      ? [...known].map((name) => ({ name, importance: null }))
      : model.bundle.columns.filter(
          ({ kind, needed }) => kind !== 'date' && (needed || model.bundle?.plan.kind === 'series'),
        );
  return columns
    .filter(({ name }) => known.has(name) && isTracked(name))
    .map(({ name, importance }) => ({ name, importance }))
    .sort((a, b) => (b.importance ?? 0) - (a.importance ?? 0) || (a.name < b.name ? -1 : 1));
}

export interface SelectedModel {
  readonly modelId: string;
  readonly model: ModelPackageRow;
  readonly layout: Layout;
}

/** The first model that was asked for, with its reference; undefined for one that was never behind the deployment. */
export async function selectModel(ctx: Ctx, scope: StatisticsScope): Promise<SelectedModel | undefined> {
  const [first = ''] = scope.modelIds;
  return (await selectModels(ctx, { ...scope, modelIds: [first] }))[0];
}

export async function selectModels(ctx: Ctx, scope: StatisticsScope): Promise<SelectedModel[]> {
  const packages = await packagesOf(ctx, scope);
  const found: SelectedModel[] = [];
  for (const modelId of scope.modelIds) {
    const packageId = packages.get(modelId);
    const { current } = scope;
    const model = packageId === current?.id ? current : packageId && (await findPackage(ctx, packageId));
    if (model) found.push({ modelId, model, layout: await loadLayout(ctx, model) });
  }
  return found;
}
