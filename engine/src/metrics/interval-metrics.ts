import { EngineProblem } from '../core/engine-problem.ts';
import { checkFinite, meanLoss } from './metric.ts';

/** Prediction intervals and what happened. `level` is the promised coverage, for example 0.8. */
export interface ScoredIntervals {
  readonly actual: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly level: number;
  readonly weight?: Float64Array;
  /** As for MASE; without it the score is in the units of the target. */
  readonly scale?: Float64Array;
}

export interface IntervalMetric {
  readonly name: string;
  /** `level`: the best value is the promised coverage itself. */
  readonly direction: 'lower' | 'level';
  score(rows: ScoredIntervals): number;
}

function check(name: string, { actual, lower, upper, level, weight, scale }: ScoredIntervals): void {
  if (!(level > 0 && level < 1)) {
    throw new EngineProblem('metric.level', `${name}: the level lies between 0 and 1, both excluded; it was ${level}.`);
  }
  for (const [column, values] of Object.entries({ actual, lower, upper, weight, scale })) {
    if (values !== undefined) checkFinite(name, column, values, actual.length);
  }
}

/** Share of rows inside their interval, ends included. */
export const coverage: IntervalMetric = {
  name: 'Coverage',
  direction: 'level',
  score(rows) {
    check('Coverage', rows);
    const inside = rows.actual.map((actual, row) =>
      Number(actual >= (rows.lower[row] as number) && actual <= (rows.upper[row] as number)),
    );
    return meanLoss({ ...rows, predicted: inside }, (_, value) => value);
  },
};

/**
 * Mean scaled interval score: width, plus 2 / alpha times the distance for what fell outside (Gneiting and Raftery 2007,
 * "Strictly proper scoring rules, prediction, and estimation", Journal of the American Statistical Association 102),
 * scaled as in the M4 competition.
 */
export const msis: IntervalMetric = {
  name: 'MSIS',
  direction: 'lower',
  score(rows) {
    check('MSIS', rows);
    const penalty = 2 / (1 - rows.level);
    const scores = rows.actual.map((actual, row) => {
      const [low, high] = [rows.lower[row] as number, rows.upper[row] as number];
      const outside = Math.max(0, low - actual, actual - high);
      return (high - low + penalty * outside) / (rows.scale?.[row] ?? 1);
    });
    return meanLoss({ ...rows, predicted: scores }, (_, value) => (Number.isFinite(value) ? value : Number.NaN));
  },
};
