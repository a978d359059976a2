import type { z } from 'zod';
import { type DeploymentRow, findPackage, getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { chosenMetrics, storeChosen } from '../actuals/accuracy.store.ts';
import { metricNames } from '../actuals/target-metrics.ts';
import { toPeriod } from '../scope/period.rules.ts';
import type { Within } from '../scope/statistics-parts.ts';
import { getScopeOrThrow, periodOrBatches, type StatisticsScope } from '../scope/statistics-scope.ts';
import type { AccuracyQuery, ChosenMetrics } from './accuracy.schema.ts';
import {
  baselineScores,
  type EvaluatedModel,
  loadEvaluatedModels,
  percentChange,
  type ScoreBaseline,
  selectedClasses,
  selectMetric,
  sumOf,
  targetOf,
  valuesOver,
} from './evaluated-models.ts';

type Query = z.output<typeof AccuracyQuery>;

/** Names the oldest clients know; they refuse a map with any other. `data` has all. */
const METRICS_OF_OLD_CLIENTS: ReadonlySet<string> = new Set([
  ...['Accuracy', 'AUC', 'Balanced Accuracy', 'FVE Binomial', 'Gini Norm', 'Kolmogorov-Smirnov', 'LogLoss'],
  ...['Rate@Top5%', 'Rate@Top10%', 'Gamma Deviance', 'FVE Gamma', 'FVE Poisson', 'FVE Tweedie', 'MAD', 'MAE'],
  ...['MAPE', 'Poisson Deviance', 'R Squared', 'RMSE', 'RMSLE', 'Tweedie Deviance'],
]);

/** How good predictions were, over a period or some batches, beside how good the model was in training. */
export async function accuracy(ctx: Ctx, deploymentId: string, query: Query) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const { period, batchIds, within } = await periodOrBatches(ctx, scope, query);
  const models = await loadEvaluatedModels(ctx, scope, within);
  const against = await otherBaseline(ctx, scope, within, query);
  const chosen = await chosenMetrics(ctx.db.queries, scope.deployment.organization_id, deploymentId);
  const told = await Promise.all(models.map((model) => figuresOf(ctx, model, query, { against, chosen })));
  const rows = models.flatMap((model) => model.rows);
  const first = scope.modelIds[0] ?? '';
  const classes = selectedClasses(query);
  return {
    period: toPeriod(period),
    modelId: first,
    metrics: Object.fromEntries(
      oldNames(told[0] ?? [], query).map(({ metricName, value, baselineValue, percentChange: change }) => [
        metricName,
        { value, baselineValue, percentChange: change },
      ]),
    ),
    data: told.flat(),
    batchIds,
    rowCountTotal: rows.reduce((sum, row) => sum + row.rows, 0),
    rowCountWithActual: rows.reduce((sum, row) => sum + row.matched, 0),
    ...(classes.length > 0 ? { targetClasses: classes } : {}),
    ...scope.segmentFields,
  };
}

const oldNames = <T extends { readonly metricName: string }>(figures: readonly T[], { metric }: Query): readonly T[] =>
  metric === undefined ? figures.filter(({ metricName }) => METRICS_OF_OLD_CLIENTS.has(metricName)) : figures;

/** Another model on the same stretch, to compare with instead of training. */
async function otherBaseline(
  ctx: Ctx,
  scope: StatisticsScope,
  within: Within,
  query: Query,
): Promise<ScoreBaseline | null> {
  if (query.baselineModelId === undefined) return null;
  const [other] = await loadEvaluatedModels(ctx, { ...scope, modelIds: [query.baselineModelId] }, within);
  if (other === undefined) return null;
  const target = targetOf(other);
  const sum = sumOf(target, other.rows);
  return { scoreOf: valuesOver(target, sum, selectedClasses(query)), sampleSize: sum.matched };
}

interface Comparison {
  readonly against: ScoreBaseline | null;
  /** The metrics somebody chose; all of them where nobody did. */
  readonly chosen: readonly string[] | undefined;
}

async function figuresOf(ctx: Ctx, evaluated: EvaluatedModel, query: Query, { against, chosen }: Comparison) {
  const target = targetOf(evaluated);
  const sum = sumOf(target, evaluated.rows);
  const baseline = against ?? (await baselineScores(ctx, evaluated.model));
  const all = metricNames(target);
  const shown = chosen?.filter((name) => all.includes(name)) ?? all;
  const names = query.metric === undefined ? shown : [selectMetric(target, query.metric)];
  const values = valuesOver(target, sum, selectedClasses(query));
  return names.map((metricName) => {
    const value = values(metricName);
    const baselineValue = baseline.scoreOf(metricName);
    return {
      modelId: evaluated.modelId,
      metricName,
      value,
      sampleSize: sum.matched,
      baselineValue,
      baselineSampleSize: baselineValue === null ? null : baseline.sampleSize,
      percentChange: percentChange(value, baselineValue),
    };
  });
}

/** All metrics of such a model, the default first. */
async function possible(ctx: Ctx, { package_id, id }: DeploymentRow): Promise<readonly string[]> {
  const model = await findPackage(ctx, package_id);
  if (model === undefined) throw new Error(`Deployment ${id} has no model.`);
  return metricNames(model.target);
}

/** The metrics of accuracy statistics: those somebody chose, or all. */
export async function getChosenMetrics(ctx: Ctx, deploymentId: string) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const chosen = await chosenMetrics(ctx.db.queries, deployment.organization_id, deploymentId);
  return { data: [...(chosen ?? (await possible(ctx, deployment)))] };
}

export async function chooseMetrics(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ChosenMetrics>) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const names = await possible(ctx, deployment);
  const unknown = data.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'It has none' : `Its metrics are ${names.join(', ')}`;
    throw invalidFields({ data: `"${unknown}" is not a metric of this model. ${known}` });
  }
  if (new Set(data).size < data.length) throw invalidFields({ data: 'Name each metric once' });
  const { organization_id } = deployment;
  await ctx.db.transaction((tx) => storeChosen(tx, { deployment_id: deploymentId, organization_id, metrics: data }));
  return { data };
}
