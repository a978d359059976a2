import { addTo, type DesignColumn, dot, dotSquare } from '../encoding/design.ts';
import { type Covariances, descendOnCovariances, interceptOf, solveRidge } from './moments.ts';
import { copyOf, linearPredictor, type Penalty, type Solution, shrunk } from './solver.ts';

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
    const scaleDesign = { mix: penalty.mix, strength: penalty.strength / total };
    if (scaleDesign.mix === 0) return fit(data, solveRidge(data, scaleDesign.strength), eta.length);
    const { coefficients } = copyOf(from);
    descendOnCovariances(data, coefficients, scaleDesign, tolerance / total);
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

/** A weighted least-squares problem: `residual` is response minus current fit and is kept up to date. */
interface LeastSquares {
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
