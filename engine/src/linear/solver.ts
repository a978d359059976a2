import { addTo, type DesignColumn } from './encoding/design.ts';
import type { Solution } from './least-squares-step.ts';
import type { Penalty } from './penalty.ts';

/** Fits one output (or one per class) for a given penalty, starting from a previous solution. */
export interface Solver {
  /** Largest gradient of any coefficient when only intercepts are fitted: where the path begins. */
  largestGradient(): number;
  /** The solution without coefficients. */
  start(): Solution[];
  /** A better solution; `from` stays as it is. Ends early when `stop` says so. */
  solve(penalty: Penalty, from: readonly Solution[], stop: () => boolean): Solution[];
}

/** A family together with the rows it learns from. */
export interface Learner {
  readonly outputs: number;
  /** A solver that does not look at the rows of one fold, or at all rows. */
  solverWithout(fold: number | undefined): Solver;
  /** Loss of one row given its linear predictors, output by output. */
  loss(row: number, predictors: readonly Float64Array[]): number;
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
  const kept = weight.map((value, row) => (fold !== undefined && foldOf[row] === fold ? 0 : value));
  const total = kept.reduce((sum, value) => sum + value, 0);
  return kept.map((value) => value / total);
}
