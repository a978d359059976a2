import type { Ctx, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { AT_ONCE, onThread } from '../../engine/engine-pool.ts';
import { readRowPredictions, readSeriesPredictions } from '../../engine/part-predictions.ts';
import { readBytes } from '../../engine/project-files.ts';
import {
  getScoredModelOrThrow,
  InsightProblems,
  requireSource,
  type ScoredModel,
  type Source,
  shownSources,
} from '../model-parts.ts';
import { CHART_TASKS, type ChartName, type ChartQuestion, type Charts, type Drawn, drawChart } from './charts.rules.ts';
import type { Outcomes } from './roc.rules.ts';

interface SourceCharts<Name extends ChartName> {
  readonly source: string;
  readonly drawn: readonly Drawn<Name>[];
}

/** One chart per visible source, or the requested one. */
export async function chartsFor<Name extends ChartName>(
  ctx: Ctx,
  scored: ScoredModel,
  name: Name,
  only: string | undefined,
): Promise<SourceCharts<Name>[]> {
  requireTask(scored.plan, name);
  const sources = only === undefined ? shownSources(scored) : [requireSource(scored, only)];
  const charts: SourceCharts<Name>[] = [];
  for (const source of sources) {
    // Named as requested: backtest_1 stays backtest_1 in the reply.
    charts.push({ source: only ?? source.name, drawn: await drawSource(ctx, scored, source, name, ctx.gone) });
  }
  return charts;
}

const first = <Name extends ChartName>({ drawn }: SourceCharts<Name>): Charts[Name] => (drawn[0] as Drawn<Name>).data;

const reader =
  <Name extends ChartName, T>(name: Name, show: (charts: readonly SourceCharts<Name>[]) => T) =>
  async (ctx: Ctx, projectId: string, modelId: string, only?: string): Promise<T> =>
    show(await chartsFor(ctx, await getScoredModelOrThrow(ctx, projectId, modelId), name, only));

export const readLift = reader('liftChart', (charts) =>
  charts.map((chart) => ({ source: chart.source, bins: first(chart).bins })),
);

export const readClassLift = reader('liftChart', (charts) =>
  charts.map(({ source, drawn }) => ({
    source,
    classBins: drawn.map(({ targetClass, data }) => ({ targetClass: targetClass ?? '', bins: data.bins })),
  })),
);

export const readRoc = reader('rocCurve', (charts) =>
  charts.map((chart) => ({ source: chart.source, ...first(chart) })),
);

export const readResiduals = reader('residuals', (charts) => ({
  residuals: Object.fromEntries(charts.map((chart) => [chart.source, first(chart)])),
}));

export const readConfusion = reader('confusionMatrix', (charts) =>
  charts.map((chart) => ({ source: chart.source, data: first(chart) })),
);

export async function readConfusionMetadata(ctx: Ctx, projectId: string, modelId: string, source: string) {
  const [chart] = await readConfusion(ctx, projectId, modelId, source);
  const classNames = chart?.data.classes ?? [];
  const rows = chart?.data.confusionMatrix.flat() ?? [];
  return {
    source,
    classNames,
    totalMatrixSum: rows.reduce((sum, count) => sum + count, 0),
    relevantClassesPositions: [[0, classNames.length]],
  };
}

/** For several classes there is no one lift chart: clients ask for the one of each class. */
export async function only<T>(charts: Promise<readonly T[]>): Promise<T> {
  return (await charts)[0] as T;
}

const TITLES: Readonly<Record<ChartName, string>> = {
  liftChart: 'A lift chart',
  rocCurve: 'An ROC curve',
  residuals: 'A chart of residuals',
  confusionMatrix: 'A confusion chart',
};

const taskOf = (plan: ProjectPlan) => (plan.kind === 'series' ? 'regression' : plan.task);

export function requireTask(plan: ProjectPlan, name: ChartName): void {
  const task = taskOf(plan);
  const fits = CHART_TASKS[name];
  if (!fits.includes(task)) refuse(InsightProblems.notForTask, TITLES[name], fits.join(' or '), task);
}

export async function drawSource<Name extends ChartName>(
  platform: Pick<Platform, 'blobs'>,
  scored: ScoredModel,
  source: Source,
  name: Name,
  signal: AbortSignal | undefined,
): Promise<Drawn<Name>[]> {
  const question = await questionOf(platform, scored, source, name);
  if (question.outcomes.predicted.length <= AT_ONCE) return drawChart(question);
  return (await onThread((thread) => thread.ask('drawChart', question), signal)) as Drawn<Name>[];
}

export async function questionOf<Name extends ChartName>(
  platform: Pick<Platform, 'blobs'>,
  scored: ScoredModel,
  source: Source,
  name: Name,
): Promise<ChartQuestion<Name>> {
  const { plan, model } = scored;
  return {
    name,
    outcomes: await readOutcomes(platform, scored, source),
    task: taskOf(plan),
    classes: plan.kind === 'table' ? plan.classes : [],
    threshold: model.prediction_threshold,
  };
}

/** The stored predictions of all parts of a source, one after the other. */
export async function readOutcomes(
  platform: Pick<Platform, 'blobs'>,
  { plan, parts }: ScoredModel,
  source: Source,
): Promise<Outcomes> {
  const made: Outcomes[] = [];
  for (const name of source.parts) {
    const part = parts.find((one) => one.part === name);
    if (part === undefined) continue;
    const bytes = await readBytes(platform, part.predictions_key);
    if (plan.kind === 'table') made.push(readRowPredictions(bytes));
    else {
      const { actual, predicted } = readSeriesPredictions(bytes);
      // The weights in the file compare series of different size; here every forecast counts as one.
      made.push({ actual, predicted, weight: actual.map(() => 1), rows: Int32Array.from(actual.keys()) });
    }
  }
  const [only] = made;
  if (only !== undefined && made.length === 1) return only;
  return {
    actual: Float64Array.from(made.flatMap(({ actual }) => [...actual])),
    predicted: Float64Array.from(made.flatMap(({ predicted }) => [...predicted])),
    weight: Float64Array.from(made.flatMap(({ weight }) => [...weight])),
    rows: Int32Array.from(made.flatMap(({ rows }) => [...rows])),
  };
}
