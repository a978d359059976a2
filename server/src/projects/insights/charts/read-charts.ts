import type { Ctx } from '#platform/context.ts';
import { getScoredModelOrThrow, requireSource, type ScoredModel, shownSources } from '../model-parts.ts';
import type { ChartName, Charts, Drawn } from './draw-chart.rules.ts';
import { drawSource, requireTask } from './draw-charts.ts';

interface SourceCharts<Name extends ChartName> {
  readonly source: string;
  readonly drawn: readonly Drawn<Name>[];
}

/** One chart for every source that may be seen, or for the one that is asked for. */
async function chartsFor<Name extends ChartName>(
  ctx: Ctx,
  scored: ScoredModel,
  name: Name,
  only: string | undefined,
): Promise<SourceCharts<Name>[]> {
  requireTask(scored.plan, name);
  const sources = only === undefined ? shownSources(scored) : [requireSource(scored, only)];
  const charts: SourceCharts<Name>[] = [];
  for (const source of sources) {
    // As it was asked for: backtest_1 is called so in the answer, too.
    charts.push({ source: only ?? source.name, drawn: await drawSource(ctx, scored, source, name, ctx.gone) });
  }
  return charts;
}

const first = <Name extends ChartName>({ drawn }: SourceCharts<Name>): Charts[Name] => (drawn[0] as Drawn<Name>).data;

export async function readLift(ctx: Ctx, projectId: string, modelId: string, only?: string) {
  const charts = await chartsFor(ctx, await getScoredModelOrThrow(ctx, projectId, modelId), 'liftChart', only);
  return charts.map((chart) => ({ source: chart.source, bins: first(chart).bins }));
}

export async function readClassLift(ctx: Ctx, projectId: string, modelId: string, only?: string) {
  const charts = await chartsFor(ctx, await getScoredModelOrThrow(ctx, projectId, modelId), 'liftChart', only);
  return charts.map(({ source, drawn }) => ({
    source,
    classBins: drawn.map(({ targetClass, data }) => ({ targetClass: targetClass ?? '', bins: data.bins })),
  }));
}

export async function readRoc(ctx: Ctx, projectId: string, modelId: string, only?: string) {
  const charts = await chartsFor(ctx, await getScoredModelOrThrow(ctx, projectId, modelId), 'rocCurve', only);
  return charts.map((chart) => ({ source: chart.source, ...first(chart) }));
}

export async function readResiduals(ctx: Ctx, projectId: string, modelId: string, only?: string) {
  const charts = await chartsFor(ctx, await getScoredModelOrThrow(ctx, projectId, modelId), 'residuals', only);
  return { residuals: Object.fromEntries(charts.map((chart) => [chart.source, first(chart)])) };
}

export async function readConfusion(ctx: Ctx, projectId: string, modelId: string, only?: string) {
  const charts = await chartsFor(ctx, await getScoredModelOrThrow(ctx, projectId, modelId), 'confusionMatrix', only);
  return charts.map((chart) => ({ source: chart.source, data: first(chart) }));
}

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
