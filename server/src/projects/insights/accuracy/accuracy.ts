import { splitSeriesId } from '@almanac/engine';
import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { memoryPage } from '../../core/memory-page.ts';
import { ModelProblems } from '../../core/models/get-model.ts';
import { lowerIsBetter } from '../../core/models/metrics.rules.ts';
import { isDated, type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { isoSpan, isoTime } from '../../core/partitioning/training-data.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { AT_ONCE, onThread } from '../../engine/engine-pool.ts';
import { readSeriesPredictions } from '../../engine/part-predictions.ts';
import { seriesJob, withProject } from '../../engine/project-data.ts';
import { readBytes, writeBytes } from '../../engine/project-files.ts';
import { type Step, stableId } from '../../queue/step.ts';
import { insightStore } from '../insight.store.ts';
import { insightId, insightKey, requestInsight, saveInsight } from '../insight-requests.ts';
import {
  getScoredModelOrThrow,
  getUsableModelOrThrow,
  InsightProblems,
  readyModel,
  type ScoredModel,
  scoredParts,
} from '../model-parts.ts';
import { validationOf } from '../over-time/plot-window.ts';
import {
  meanScore,
  metricNames,
  readAccuracy,
  type SeriesAccuracy,
  type SeriesScores,
  scoresByDistance,
  writeAccuracy,
} from './accuracy.rules.ts';
import type { SeriesScore, SeriesScoreQuery } from './accuracy.schema.ts';

function requireMultiseries(plan: ProjectPlan): void {
  if (plan.kind === 'series' && plan.panel.idColumns.length > 0) return;
  refuse(InsightProblems.notForTask, 'Accuracy by series', 'multiseries', 'not one');
}

export async function requestSeriesScores(ctx: Ctx, projectId: string, modelId: string): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  requireMultiseries(scored.plan);
  return requestInsight(ctx, scored, seriesAccuracyStep, { modelId }, 'Accuracy by series');
}

type Row = z.infer<typeof SeriesScore>;

/** Worst first by default; series without a score come last. */
export async function listSeriesScores(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  url: string,
  query: z.output<typeof SeriesScoreQuery>,
) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  requireMultiseries(scored.plan);
  const [stored] = await insightStore(ctx.db.queries).ofModel(projectId, modelId, 'seriesAccuracy');
  if (!stored?.rows_key) {
    const path = `${projectId}/datetimeModels/${modelId}/multiseriesScores/`;
    return refuse(InsightProblems.notComputed, 'accuracy by series', path);
  }
  const names = await multiseriesStore(ctx.db.queries).seriesByNumber(projectId);
  const made = readAccuracy(await readBytes(ctx, stored.rows_key));
  const metric = query.metric ?? scored.project.metric ?? '';
  if (made.scores[metric] === undefined) {
    throw invalidFields({ metric: `There is no ${metric}. Ask for one of ${Object.keys(made.scores).join(', ')}` });
  }
  const order = query.orderBy ?? (lowerIsBetter(metric) ? '-validationScore' : 'validationScore');
  if (order.endsWith('holdoutScore') && !scored.project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  const wanted = query.multiseriesValue?.toLowerCase();
  const numbers = [...names.keys()].filter((i) => wanted === undefined || names[i]?.toLowerCase().includes(wanted));
  numbers.sort(inOrder(order, names, made, metric));
  return memoryPage(ctx, url, query, numbers, (i) => rowOf(scored, names[i] ?? '', i, made, metric));
}

function rowOf(
  { project, model, plan }: ScoredModel,
  name: string,
  i: number,
  made: SeriesAccuracy,
  metric: string,
): Row {
  const scores = made.scores[metric];
  const shown = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
  const [start, end] = [made.start[i] as number, made.end[i] as number];
  return {
    multiseriesId: stableId(model.project_id, 'series', i),
    multiseriesValues: splitSeriesId(name, plan.kind === 'series' ? plan.panel.idColumns.length : 1),
    rowCount: made.rowCount[i] as number,
    duration: isoSpan(start, end),
    startDate: isoTime(start),
    endDate: isoTime(end),
    validationScore: shown(scores?.validation[i]),
    backtestingScore: shown(scores?.backtesting[i]),
    holdoutScore: project.holdout_unlocked ? shown(scores?.holdout[i]) : null,
    cluster: null,
  };
}

function inOrder(order: string, names: readonly string[], { rowCount, scores }: SeriesAccuracy, metric: string) {
  const sign = order.startsWith('-') ? -1 : 1;
  const field = order.replace('-', '');
  if (field === 'multiseriesValue') {
    return (a: number, b: number) => sign * ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1);
  }
  const partition = field.replace('Score', '') as keyof SeriesScores;
  const values = field === 'rowCount' ? rowCount : scores[metric]?.[partition];
  return (a: number, b: number): number => {
    const [x, y] = [values?.[a] ?? Number.NaN, values?.[b] ?? Number.NaN];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  };
}

/** How accuracy changes with how far ahead is forecast. */
export async function distanceStability(ctx: Ctx, projectId: string, modelId: string, asked: string | undefined) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { plan, project, parts } = scored;
  if (plan.kind !== 'series') {
    return refuse(InsightProblems.notForTask, 'Accuracy by forecast distance', 'time series', 'not one');
  }
  const metricName = requireMetric(scored, asked, metricNames());
  const { first, last } = plan.windows;
  const byPart = new Map<string, (number | null)[]>();
  for (const { part, predictions_key } of parts) {
    if (part === 'holdout' && !project.holdout_unlocked) continue;
    const made = readSeriesPredictions(await readBytes(ctx, predictions_key));
    const question = { made, first, last, name: metricName };
    const scores =
      made.actual.length <= AT_ONCE
        ? scoresByDistance(question)
        : await onThread((thread) => thread.ask('scoresByDistance', question), ctx.gone);
    byPart.set(part, scores);
  }
  const { evaluated } = partNames(plan);
  return {
    metricName,
    forecastDistancePlotData: Array.from({ length: last - first + 1 }, (_, i) => ({
      forecastDistance: first + i,
      validationScore: byPart.get(evaluated[0] ?? '')?.[i] ?? null,
      backtestingScore: meanScore(evaluated.map((part) => byPart.get(part)?.[i])),
      holdoutScore: byPart.get('holdout')?.[i] ?? null,
    })),
  };
}

/** How accuracy changes from backtest to backtest. */
export async function backtestStability(ctx: Ctx, projectId: string, modelId: string, asked: string | undefined) {
  const scored = await getScoredModelOrThrow(ctx, projectId, modelId);
  const { plan, project, parts } = scored;
  if (!isDated(plan)) refuse(ModelProblems.notDated);
  const metricName = requireMetric(scored, asked, Object.keys(scored.model.metrics));
  const { evaluated, holdout } = partNames(plan);
  const shown = holdout && project.holdout_unlocked ? [...evaluated, 'holdout'] : evaluated;
  return {
    metricName,
    backtestPlotData: shown.map((name, index) => {
      const { startDate, endDate } = validationOf(scored, name);
      return {
        backtestIndex: name === 'holdout' ? ('holdout' as const) : index,
        score: parts.find(({ part }) => part === name)?.scores[metricName] ?? null,
        backtestStartDate: startDate,
        backtestEndDate: endDate,
      };
    }),
  };
}

function requireMetric({ project }: ScoredModel, asked: string | undefined, known: readonly string[]): string {
  const name = asked ?? project.metric ?? '';
  if (known.includes(name)) return name;
  throw invalidFields({ metricName: `There is no ${name} here. Ask for one of ${known.join(', ')}` });
}

const Input = z.strictObject({ modelId: z.string() });

export const seriesAccuracyStep: Step<z.output<typeof Input>> = {
  name: 'series-accuracy',
  jobType: 'seriesAccuracy',
  input: Input,
  async run(platform, { modelId }, job, run) {
    const { project } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const stored = await scoredParts(platform, model);
    if (stored.length === 0) refuse(InsightProblems.notScored, 'any backtest');
    const parts = await Promise.all(
      stored.map(async ({ part, predictions_key }) => ({
        part,
        predictions: readSeriesPredictions(await readBytes(platform, predictions_key)),
      })),
    );
    const question = { job: await seriesJob(platform, project, model), parts };
    const made = await withProject(platform, project, run, (thread) => thread.ask('seriesAccuracy', question));
    const named = { kind: 'seriesAccuracy', modelId, source: 'all' } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await writeBytes(platform, rowsKey, writeAccuracy(made));
    await saveInsight(platform, project, run, { ...named, rowCount: made.rowCount.length, rowsKey });
    return { location: `/api/v2/projects/${project.id}/datetimeModels/${modelId}/multiseriesScores/` };
  },
};
