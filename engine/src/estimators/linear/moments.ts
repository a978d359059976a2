import { ridgeSolve } from '../../core/linear-algebra.ts';
import { addTo, type DesignColumn } from '../encoding/design.ts';
import { type Penalty, shrunk } from './solver.ts';

/** Weighted sums of products of all columns and the target, kept per fold so that any set of folds can be fitted. */
export interface Moments {
  readonly folds: number;
  readonly width: number;
  /** folds x width x width, lower triangle mirrored. */
  readonly products: Float64Array;
  /** folds x width. */
  readonly sums: Float64Array;
  readonly withTarget: Float64Array;
  /** Per fold. */
  readonly weight: Float64Array;
  readonly target: Float64Array;
}

function perFold(
  into: Float64Array,
  at: number,
  stride: number,
  column: DesignColumn,
  left: Float64Array,
  foldOf: Uint8Array,
): void {
  if ('dense' in column) {
    const { dense } = column;
    for (let row = 0; row < dense.length; row += 1) {
      const slot = (foldOf[row] as number) * stride + at;
      into[slot] = (into[slot] as number) + (dense[row] as number) * (left[row] as number);
    }
    return;
  }
  const { rows, values } = column;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as number;
    const slot = (foldOf[row] as number) * stride + at;
    into[slot] = (into[slot] as number) + (values[i] as number) * (left[row] as number);
  }
}

/** One pass over the data; afterwards a fit costs nothing that depends on the number of rows. */
export function momentsOf(
  columns: readonly DesignColumn[],
  y: Float64Array,
  weight: Float64Array,
  foldOf: Uint8Array,
  folds: number,
): Moments {
  const width = columns.length;
  const made: Moments = {
    folds,
    width,
    products: new Float64Array(folds * width * width),
    sums: new Float64Array(folds * width),
    withTarget: new Float64Array(folds * width),
    weight: new Float64Array(folds),
    target: new Float64Array(folds),
  };
  const weightedTarget = y.map((value, row) => value * (weight[row] as number));
  const ones: DesignColumn = { dense: new Float64Array(y.length).fill(1) };
  perFold(made.weight, 0, 1, ones, weight, foldOf);
  perFold(made.target, 0, 1, ones, weightedTarget, foldOf);
  const scratch = new Float64Array(y.length);
  columns.forEach((column, j) => {
    scratch.fill(0);
    addTo(scratch, column, 1);
    for (let row = 0; row < scratch.length; row += 1) scratch[row] = (scratch[row] as number) * (weight[row] as number);
    perFold(made.sums, j, width, column, weight, foldOf);
    perFold(made.withTarget, j, width, column, weightedTarget, foldOf);
    for (let k = 0; k <= j; k += 1) {
      perFold(made.products, j * width + k, width * width, columns[k] as DesignColumn, scratch, foldOf);
    }
  });
  return made;
}

/** Covariances over a share of each fold: the intercept is gone, the number of rows too. */
export interface Covariances {
  readonly width: number;
  readonly products: Float64Array;
  readonly withTarget: Float64Array;
  readonly means: Float64Array;
  readonly targetMean: number;
}

export function covariances(moments: Moments, shareOf: (fold: number) => number): Covariances {
  const { width } = moments;
  const products = new Float64Array(width * width);
  const [sums, withTarget] = [new Float64Array(width), new Float64Array(width)];
  let [weight, target] = [0, 0];
  const gather = (into: Float64Array, from: Float64Array, fold: number, share: number) => {
    for (let i = 0; i < into.length; i += 1)
      into[i] = (into[i] as number) + share * (from[fold * into.length + i] as number);
  };
  for (let fold = 0; fold < moments.folds; fold += 1) {
    const share = shareOf(fold);
    gather(products, moments.products, fold, share);
    gather(sums, moments.sums, fold, share);
    gather(withTarget, moments.withTarget, fold, share);
    weight += share * (moments.weight[fold] as number);
    target += share * (moments.target[fold] as number);
  }
  const means = sums.map((sum) => sum / weight);
  const targetMean = target / weight;
  for (let j = 0; j < width; j += 1) {
    withTarget[j] = (withTarget[j] as number) / weight - (means[j] as number) * targetMean;
    for (let k = 0; k <= j; k += 1) {
      const value = (products[j * width + k] as number) / weight - (means[j] as number) * (means[k] as number);
      products[j * width + k] = value;
      products[k * width + j] = value;
    }
  }
  return { width, products, withTarget, means, targetMean };
}

const MOST_PASSES = 20_000;

/**
 * Coordinate descent on covariances (Friedman, Hastie and Tibshirani 2010, section 2.2): every move costs one row of
 * the covariance matrix, however many rows the data had. `coefficients` is the warm start and the result.
 */
export function descendOnCovariances(
  data: Covariances,
  coefficients: Float64Array,
  penalty: Penalty,
  tolerance: number,
): void {
  const { width, products, withTarget } = data;
  const gradient = withTarget.slice();
  for (let j = 0; j < width; j += 1) shift(gradient, products, j, coefficients[j] as number);
  let everyone = true;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    let largest = 0;
    for (let j = 0; j < width; j += 1) {
      const now = coefficients[j] as number;
      if (!everyone && now === 0) continue;
      const bend = products[j * width + j] as number;
      // A column that does not vary within these rows explains nothing.
      if (bend <= 1e-13 * (data.means[j] as number) ** 2 || bend <= 0) continue;
      const next = shrunk((gradient[j] as number) + bend * now, bend, penalty);
      if (next === now) continue;
      coefficients[j] = next;
      shift(gradient, products, j, next - now);
      largest = Math.max(largest, bend * (next - now) ** 2);
    }
    if (largest <= tolerance) {
      if (everyone) return;
      everyone = true;
    } else everyone = false;
  }
}

function shift(gradient: Float64Array, products: Float64Array, j: number, step: number): void {
  if (step === 0) return;
  const width = gradient.length;
  const from = j * width;
  for (let k = 0; k < width; k += 1) gradient[k] = (gradient[k] as number) - step * (products[from + k] as number);
}

/** The intercept that goes with coefficients found on covariances. */
export function interceptOf(data: Covariances, coefficients: Float64Array): number {
  let intercept = data.targetMean;
  coefficients.forEach((value, j) => {
    intercept -= value * (data.means[j] as number);
  });
  return intercept;
}

/**
 * Exact ridge coefficients by Cholesky decomposition of covariance + strength x identity. Coordinate descent would
 * get there too, but creeps where columns are nearly dependent, and one-hot columns always are.
 */
export function solveRidge({ width, products, withTarget }: Covariances, strength: number): Float64Array {
  const largest = withTarget.reduce((most, _, j) => Math.max(most, products[j * width + j] as number), 0);
  // A trace of ridge keeps the factor real where the caller asks for none and columns are dependent.
  const added = Math.max(strength, 1e-12 * largest, 1e-300);
  return ridgeSolve(products.slice(), withTarget, added);
}
