import type { AnyModel } from '../../../api/models.ts';

/** A column of scores: `validation`, `crossValidation`, a backtest, all of them, the holdout. */
export interface ScoreColumn {
  readonly name: string;
  readonly read: (model: AnyModel, metric: string) => number | null;
}

const validation: ScoreColumn = {
  name: 'Validation',
  read: ({ metrics }, metric) => metrics[metric]?.validation ?? null,
};
const crossValidation: ScoreColumn = {
  name: 'Cross validation',
  read: ({ metrics }, metric) => metrics[metric]?.crossValidation ?? null,
};
const allBacktests: ScoreColumn = {
  name: 'All backtests',
  read: ({ metrics }, metric) => metrics[metric]?.backtesting ?? null,
};
const holdout: ScoreColumn = { name: 'Holdout', read: ({ metrics }, metric) => metrics[metric]?.holdout ?? null };
const backtest = (index: number): ScoreColumn => ({
  name: `Backtest ${index + 1}`,
  read: ({ metrics }, metric) => metrics[metric]?.backtestingScores?.[index] ?? null,
});

/** With dates every backtest has a column, and one for all of them; without, validation and all folds. */
export function scoreColumns(models: readonly AnyModel[], dated: boolean): readonly ScoreColumn[] {
  if (!dated) return [validation, crossValidation, holdout];
  const counts = models.flatMap(({ metrics }) =>
    Object.values(metrics).map(({ backtestingScores = [] }) => backtestingScores.length),
  );
  const count = Math.max(1, ...counts);
  return [...Array.from({ length: count }, (_, index) => backtest(index)), allBacktests, holdout];
}

/** What the leaderboard is ordered by at first: the broadest score that is not the holdout. */
export const leading = (dated: boolean): ScoreColumn => (dated ? allBacktests : crossValidation);

export const metricNames = (models: readonly AnyModel[]): readonly string[] =>
  [...new Set(models.flatMap(({ metrics }) => Object.keys(metrics)))].sort();

/** A number that sorts from best to worst; what has no score comes last. */
export function standing(score: number | null, lowerIsBetter: boolean): number {
  if (score === null) return Number.POSITIVE_INFINITY;
  return lowerIsBetter ? score : -score;
}

export function best(models: readonly AnyModel[], column: ScoreColumn, metric: string, lowerIsBetter: boolean) {
  const standings = models.map((model) => standing(column.read(model, metric), lowerIsBetter));
  const top = Math.min(...standings);
  return Number.isFinite(top) ? (lowerIsBetter ? top : -top) : null;
}
