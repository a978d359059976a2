import { metrics as allMetrics } from '@almanac/engine';
import { isDated, type ProjectPlan } from '../partitioning/plan.ts';
import type { MetricScores, ModelPartRow } from './model.tables.ts';

type Part = Pick<ModelPartRow, 'part' | 'scores'>;

/** The scores of a model, metric by metric, from the parts that are finished. */
export function metricsFrom(
  plan: ProjectPlan,
  parts: readonly Part[],
  evaluated: readonly string[],
): Record<string, MetricScores> {
  const byPart = new Map(parts.map(({ part, scores }) => [part, scores]));
  const names = [...new Set(parts.flatMap(({ scores }) => Object.keys(scores)))].filter((name) => name !== SKILL);
  const dated = isDated(plan);
  return Object.fromEntries(
    names.map((metric): [string, MetricScores] => {
      const score = (part: string): number | null => byPart.get(part)?.[metric] ?? null;
      const all = evaluated.map(score);
      const complete = all.length > 0 && all.every((value) => value !== null);
      const mean = complete ? all.reduce<number>((sum, value) => sum + (value as number) / all.length, 0) : null;
      const base = { validation: all[0] ?? null, holdout: score('holdout'), training: null };
      if (!dated) return [metric, { ...base, crossValidation: all.length > 1 ? mean : null }];
      return [metric, { ...base, crossValidation: null, backtesting: mean, backtestingScores: all }];
    }),
  );
}

/** Removes holdout scores until the holdout is unlocked. */
export function hideHoldout(
  metrics: Readonly<Record<string, MetricScores>>,
  unlocked: boolean,
): Readonly<Record<string, MetricScores>> {
  if (unlocked) return metrics;
  return Object.fromEntries(Object.entries(metrics).map(([name, scores]) => [name, { ...scores, holdout: null }]));
}

export type SortPartition = 'validation' | 'backtesting' | 'crossValidation' | 'holdout';

export const scoreOf = (
  metrics: Readonly<Record<string, MetricScores>>,
  metric: string,
  partition: SortPartition,
): number | null => metrics[metric]?.[partition] ?? null;

/** Measures the engine does not know are shown, but rank nothing. */
export const lowerIsBetter = (metric: string | null): boolean =>
  metric !== SYNTHETIC_AUC && allMetrics.find(({ name }) => name === metric)?.direction !== 'higher';

/** Best first; models without the score come last. */
export function byScore<T>(score: (item: T) => number | null, lowerIsBetter: boolean): (a: T, b: T) => number {
  return (a, b) => {
    const [x, y] = [score(a), score(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return lowerIsBetter ? x - y : y - x;
  };
}

/** Not on any leaderboard: the engine's own measure, which compares series of different size fairly. */
export const SKILL = 'skill';

/** The metric of models without a target. */
export const SYNTHETIC_AUC = 'Synthetic AUC';
