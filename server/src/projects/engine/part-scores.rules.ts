import { metrics, type Scored } from '@almanac/engine';
import { SKILL } from '../core/models/metrics.rules.ts';
import type { PartScores } from '../core/models/model.tables.ts';
import type { SeriesPredictions } from './predictions-file.ts';

/** Metrics that forecasts can be judged by from what is stored of them. */
export const seriesMetrics = metrics.filter(
  ({ tasks, needs }) => tasks.includes('regression') && needs.every((need) => need === 'scale'),
);

export function scoreSeries(made: SeriesPredictions): PartScores {
  const { actual, predicted, scale, weight } = made;
  if (actual.length === 0) return Object.fromEntries([...seriesMetrics.map(({ name }) => [name, null]), [SKILL, null]]);
  let skill = 0;
  actual.forEach((value, c) => {
    skill += (weight[c] as number) * Math.abs(value - (predicted[c] as number));
  });
  return {
    ...Object.fromEntries(
      seriesMetrics.map((metric) => [metric.name, scoreOrNull(metric, { actual, predicted, scale })]),
    ),
    [SKILL]: skill / actual.length,
  };
}

/** A metric that cannot be computed here (a percentage of zero, the logarithm of a negative) is missing, not fatal. */
export function scoreOrNull(metric: { score(rows: Scored): number }, rows: Scored): number | null {
  try {
    const score = metric.score(rows);
    return Number.isFinite(score) ? score : null;
  } catch {
    return null;
  }
}
