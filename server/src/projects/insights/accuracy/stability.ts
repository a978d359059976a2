import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { ModelProblems } from '../../core/models/model.problems.ts';
import { isDated, partNames } from '../../core/partitioning/plan.ts';
import { readSeriesPredictions } from '../../engine/predictions-file.ts';
import { readBytes } from '../../engine/project-blobs.ts';
import { AT_ONCE, onThread } from '../engine-question.ts';
import { InsightProblems } from '../insight.problems.ts';
import { getScoredModelOrThrow, type ScoredModel } from '../model-parts.ts';
import { validationOf } from '../over-time/plot-window.ts';
import { meanScore, metricNames, scoresByDistance } from './distance-scores.rules.ts';

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
  const { judged } = partNames(plan);
  return {
    metricName,
    forecastDistancePlotData: Array.from({ length: last - first + 1 }, (_, i) => ({
      forecastDistance: first + i,
      validationScore: byPart.get(judged[0] ?? '')?.[i] ?? null,
      backtestingScore: meanScore(judged.map((part) => byPart.get(part)?.[i])),
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
  const { judged, holdout } = partNames(plan);
  const shown = holdout && project.holdout_unlocked ? [...judged, 'holdout'] : judged;
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
