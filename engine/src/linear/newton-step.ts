import { descendOnCovariances, interceptOf } from './covariance-descent.ts';
import { addTo, type DesignColumn, dot } from './encoding/design.ts';
import { descend, type Solution } from './least-squares-step.ts';
import type { Covariances } from './moments.ts';
import type { Penalty } from './penalty.ts';
import { solveRidge } from './ridge-solve.ts';
import { copyOf, linearPredictor } from './solver.ts';

/** One quadratic approximation of a loss: working weights, and residuals of the linear predictor `eta`. */
interface Quadratic {
  readonly weight: Float64Array;
  readonly residual: Float64Array;
  readonly eta: Float64Array;
}

/** A solution together with its linear predictor for every row. */
export interface Fit {
  readonly solution: Solution;
  readonly eta: Float64Array;
}

/** Minimiser of the approximation plus the penalty, starting from a solution that it leaves alone. */
export type NewtonStep = (around: Quadratic, from: Solution, penalty: Penalty, tolerance: number) => Fit;

const cellsOf = (column: DesignColumn) => ('dense' in column ? column.dense.length : column.rows.length);

/** A covariance matrix pays off as long as it costs no more than this many passes over the cells. */
const WORTH_PASSES = 24;

/**
 * Narrow designs are reduced to covariances, where any number of moves is cheap and ridge is solved at once; nearly
 * dependent columns then cost nothing extra. Wide ones are descended on directly.
 */
export function newtonStep(columns: readonly DesignColumn[]): NewtonStep {
  let [cells, products] = [0, 0];
  for (const column of columns) {
    cells += cellsOf(column);
    products += cells;
  }
  if (products > WORTH_PASSES * cells) {
    return ({ weight, residual, eta }, from, penalty, tolerance) => {
      const solution = copyOf(from);
      const left = residual.slice();
      descend({ columns, weight, residual: left }, solution, penalty, tolerance);
      // What the residuals have lost, the predictor has gained: no need to multiply everything out again.
      return { solution, eta: eta.map((value, row) => value + (residual[row] as number) - (left[row] as number)) };
    };
  }
  const fit = (data: Covariances, coefficients: Float64Array, rows: number): Fit => {
    const solution = { intercept: interceptOf(data, coefficients), coefficients };
    return { solution, eta: linearPredictor(columns, solution, rows) };
  };
  return ({ weight, residual, eta }, from, penalty, tolerance) => {
    const response = eta.map((value, row) => value + (residual[row] as number));
    const total = weight.reduce((sum, value) => sum + value, 0);
    const data = covariancesOf(columns, response, weight, total);
    const scaled = { mix: penalty.mix, strength: penalty.strength / total };
    if (scaled.mix === 0) return fit(data, solveRidge(data, scaled.strength), eta.length);
    const { coefficients } = copyOf(from);
    descendOnCovariances(data, coefficients, scaled, tolerance / total);
    return fit(data, coefficients, eta.length);
  };
}

function covariancesOf(
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  total: number,
): Covariances {
  const width = columns.length;
  const products = new Float64Array(width * width);
  const means = Float64Array.from(columns, (column) => dot(column, weight) / total);
  let targetMean = 0;
  for (let row = 0; row < y.length; row += 1) targetMean += (weight[row] as number) * (y[row] as number);
  targetMean /= total;
  const centred = y.map((value, row) => (weight[row] as number) * (value - targetMean));
  const withTarget = Float64Array.from(columns, (column) => dot(column, centred) / total);
  const scratch = new Float64Array(y.length);
  columns.forEach((column, j) => {
    scratch.fill(0);
    addTo(scratch, column, 1);
    for (let row = 0; row < scratch.length; row += 1) scratch[row] = (scratch[row] as number) * (weight[row] as number);
    for (let k = 0; k <= j; k += 1) {
      const value = dot(columns[k] as DesignColumn, scratch) / total - (means[j] as number) * (means[k] as number);
      products[j * width + k] = value;
      products[k * width + j] = value;
    }
  });
  return { width, products, withTarget, means, targetMean };
}
