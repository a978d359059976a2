import type { Covariances } from './moments.ts';
import { type Penalty, shrunk } from './penalty.ts';

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
