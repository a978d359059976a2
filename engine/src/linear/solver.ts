import { addTo, type DesignColumn } from './encoding/design.ts';
import type { Solution } from './least-squares-step.ts';
import type { Penalty } from './penalty.ts';
import { shareWithout } from './row-folds.ts';

/** Fits one output (or one per class) for a given penalty, starting from a previous solution. */
export interface Solver {
  /** Largest gradient of any coefficient when only intercepts are fitted: where the path begins. */
  largestGradient(): number;
  /** The solution without coefficients. */
  start(): Solution[];
  /** A better solution; `from` stays as it is. Ends early when `effort.stop` says so. */
  solve(penalty: Penalty, from: readonly Solution[], effort: Effort): Solution[];
}

/** How far to go: rough is enough to compare strengths, fine is for the model that stays. */
export interface Effort {
  readonly precision: 'rough' | 'fine';
  readonly stop: () => boolean;
}

/** The gain, relative to the loss, below which another round is not worth it. */
export function leastGain({ precision }: Effort, loss: number): number {
  return (precision === 'rough' ? 1e-6 : 1e-11) * Math.max(Math.abs(loss), 1e-6);
}

/** A family together with the rows it learns from. */
export interface Learner {
  readonly outputs: number;
  /** A solver that does not look at the rows of one fold, or at all rows. */
  solverWithout(fold: number | undefined): Solver;
  /** Loss of one row given its linear predictors, output by output. */
  loss(row: number, predictors: readonly Float64Array[]): number;
}

/** A step need not be solved better than the progress it is a part of. */
export function innerTolerance(least: number, lastGain: number): number {
  return Math.max(0.1 * least, 1e-3 * lastGain);
}

export function copyOf(solution: Solution): Solution {
  return { intercept: solution.intercept, coefficients: solution.coefficients.slice() };
}

/** intercept + columns x coefficients, for every row. */
export function linearPredictor(columns: readonly DesignColumn[], solution: Solution, rows: number): Float64Array {
  const eta = new Float64Array(rows).fill(solution.intercept);
  columns.forEach((column, j) => {
    const value = solution.coefficients[j] as number;
    if (value !== 0) addTo(eta, column, value);
  });
  return eta;
}

/** Weights that sum to 1 and are 0 in the fold left out. */
export function weightsWithout(weight: Float64Array, foldOf: Uint8Array, fold: number | undefined): Float64Array {
  const kept = weight.map((value, row) => value * shareWithout(foldOf[row] as number, fold));
  const total = kept.reduce((sum, value) => sum + value, 0);
  return kept.map((value) => value / total);
}
