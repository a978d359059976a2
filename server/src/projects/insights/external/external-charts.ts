import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { AT_ONCE, onThread } from '../../engine/engine-pool.ts';
import { readRowPredictions } from '../../engine/part-predictions.ts';
import { readBytes } from '../../engine/project-files.ts';
import { type ChartName, type ChartQuestion, type Drawn, drawChart } from '../charts/charts.rules.ts';
import { requireTask } from '../charts/charts.ts';
import { type InsightRow, insightStore } from '../insight.store.ts';
import { getScoredModelOrThrow, InsightProblems, type ScoredModel } from '../model-parts.ts';
import type { ExternalQuery } from './external.schema.ts';
import { requireOutcomes } from './external-scores.ts';

type Query = z.output<typeof ExternalQuery>;
type Show<Name extends ChartName> = (drawn: readonly Drawn<Name>[]) => object;

/** One chart for each dataset that the model was tested on, newest first. */
const reader =
  <Name extends ChartName>(name: Name, show: Show<Name>, require: (scored: ScoredModel) => void = () => undefined) =>
  async (ctx: Ctx, projectId: string, modelId: string, url: string, query: Query) => {
    const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
    requireOutcomes(scored.plan);
    require(scored);
    requireTask(scored.plan, name);
    const filter = { modelId, source: query.datasetId, window: query };
    const { rows, total } = await insightStore(ctx.db.queries).page(projectId, 'externalScores', filter);
    const charts: object[] = [];
    for (const row of rows) charts.push({ datasetId: row.source, ...show(await draw(ctx, scored, row, name)) });
    return page(ctx.links, url, query, charts, total);
  };

async function draw<Name extends ChartName>(
  ctx: Ctx,
  { plan, model }: ScoredModel,
  { rows_key }: InsightRow,
  name: Name,
): Promise<readonly Drawn<Name>[]> {
  const { task, classes } = requireOutcomes(plan);
  const outcomes = readRowPredictions(await readBytes(ctx, rows_key ?? ''));
  const question: ChartQuestion<Name> = { name, outcomes, task, classes, threshold: model.prediction_threshold };
  if (outcomes.predicted.length <= AT_ONCE) return drawChart(question);
  return (await onThread((thread) => thread.ask('drawChart', question), ctx.gone)) as Drawn<Name>[];
}

const first = <Name extends ChartName>(drawn: readonly Drawn<Name>[]) => (drawn[0] as Drawn<Name>).data;

function requireClasses(several: boolean): (scored: ScoredModel) => void {
  return ({ plan }) => {
    const { task } = requireOutcomes(plan);
    if ((task === 'multiclass') === several) return;
    if (several) refuse(InsightProblems.notForTask, 'A lift chart of each class', 'multiclass', task);
    refuse(InsightProblems.notForTask, 'One lift chart', 'regression or binary', task);
  };
}

export const listDatasetLift = reader('liftChart', (drawn) => first(drawn), requireClasses(false));
export const listDatasetRoc = reader('rocCurve', (drawn) => first(drawn));
export const listDatasetResiduals = reader('residuals', (drawn) => first(drawn));
export const listDatasetConfusion = reader('confusionMatrix', (drawn) => ({ data: first(drawn) }));
export const listDatasetClassLift = reader(
  'liftChart',
  (drawn) => ({
    classBins: drawn.map(({ targetClass, data }) => ({ targetClass: targetClass ?? '', bins: data.bins })),
  }),
  requireClasses(true),
);

async function oneConfusion(ctx: Ctx, projectId: string, modelId: string, datasetId: string) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  requireOutcomes(scored.plan);
  requireTask(scored.plan, 'confusionMatrix');
  const filter = { modelId, source: datasetId, window: { offset: 0, limit: 1 } };
  const { rows } = await insightStore(ctx.db.queries).page(projectId, 'externalScores', filter);
  const [row] = rows;
  if (row === undefined) {
    return refuse(InsightProblems.notComputed, `the test on the dataset ${datasetId}`, `${projectId}/externalScores/`);
  }
  return first(await draw(ctx, scored, row, 'confusionMatrix'));
}

export const readDatasetConfusion = async (ctx: Ctx, projectId: string, modelId: string, datasetId: string) => ({
  datasetId,
  data: await oneConfusion(ctx, projectId, modelId, datasetId),
});

export async function readDatasetConfusionMetadata(ctx: Ctx, projectId: string, modelId: string, datasetId: string) {
  const { classes, confusionMatrix } = await oneConfusion(ctx, projectId, modelId, datasetId);
  return {
    datasetId,
    classNames: classes,
    totalMatrixSum: confusionMatrix.flat().reduce((sum, count) => sum + count, 0),
    relevantClassesPositions: [[0, classes.length]],
  };
}
