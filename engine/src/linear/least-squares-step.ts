import { addTo, type DesignColumn, dot, dotSquare } from './encoding/design.ts';
import { type Penalty, shrunk } from './penalty.ts';

/** Coefficients of standardised columns. Owned and changed in place by the solver that made them. */
export interface Solution {
  intercept: number;
  readonly coefficients: Float64Array;
}

/** A weighted least-squares problem: `residual` is response minus current fit and is kept up to date. */
export interface LeastSquares {
  readonly columns: readonly DesignColumn[];
  readonly weight: Float64Array;
  readonly residual: Float64Array;
}

const MOST_PASSES = 1000;

/**
 * Cyclic coordinate descent with an active set: full passes find who may move, cheap passes over the movers
 * converge, until a full pass moves nobody. `tolerance` is on the largest drop of the squared error by one move.
 */
export function descend(problem: LeastSquares, solution: Solution, penalty: Penalty, tolerance: number): void {
  const { columns, weight, residual } = problem;
  const { coefficients } = solution;
  const weighted = new Float64Array(residual.length);
  const curvature = new Float64Array(columns.length).fill(-1);
  const total = weight.reduce((sum, value) => sum + value, 0);

  const moveIntercept = (): number => {
    let sum = 0;
    for (let row = 0; row < residual.length; row += 1) sum += (weight[row] as number) * (residual[row] as number);
    const step = sum / total;
    solution.intercept += step;
    for (let row = 0; row < residual.length; row += 1) residual[row] = (residual[row] as number) - step;
    return total * step * step;
  };
  const move = (j: number): number => {
    const column = columns[j] as DesignColumn;
    if ((curvature[j] as number) < 0) curvature[j] = dotSquare(column, weight);
    const bend = curvature[j] as number;
    if (bend === 0) return 0;
    const now = coefficients[j] as number;
    const next = shrunk(gradient(column, weight, residual, weighted) + bend * now, bend, penalty);
    const step = next - now;
    if (step === 0) return 0;
    coefficients[j] = next;
    addTo(residual, column, -step);
    return bend * step * step;
  };

  let everyone = true;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    let largest = moveIntercept();
    for (let j = 0; j < columns.length; j += 1) {
      if (everyone || coefficients[j] !== 0) largest = Math.max(largest, move(j));
    }
    if (largest <= tolerance) {
      if (everyone) return;
      everyone = true;
    } else everyone = false;
  }
}

/** Sum of weight x residual x column, without a temporary product for dense columns. */
function gradient(column: DesignColumn, weight: Float64Array, residual: Float64Array, scratch: Float64Array): number {
  if ('dense' in column) {
    const { dense } = column;
    let sum = 0;
    for (let row = 0; row < dense.length; row += 1) {
      sum += (dense[row] as number) * (weight[row] as number) * (residual[row] as number);
    }
    return sum;
  }
  for (const row of column.rows) scratch[row] = (weight[row] as number) * (residual[row] as number);
  return dot(column, scratch);
}
