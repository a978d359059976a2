import type { Covariances } from './moments.ts';

/**
 * Exact ridge coefficients by Cholesky decomposition of covariance + strength x identity. Coordinate descent would
 * get there too, but creeps where columns are nearly dependent, and one-hot columns always are.
 */
export function solveRidge({ width, products, withTarget }: Covariances, strength: number): Float64Array {
  const largest = withTarget.reduce((most, _, j) => Math.max(most, products[j * width + j] as number), 0);
  // A trace of ridge keeps the factor real where the caller asks for none and columns are dependent.
  const added = Math.max(strength, 1e-12 * largest, 1e-300);
  const factor = new Float64Array(width * width);
  for (let j = 0; j < width; j += 1) {
    for (let k = 0; k <= j; k += 1) {
      let sum = (products[j * width + k] as number) + (j === k ? added : 0);
      for (let i = 0; i < k; i += 1) sum -= (factor[j * width + i] as number) * (factor[k * width + i] as number);
      factor[j * width + k] = j === k ? Math.sqrt(Math.max(sum, 1e-300)) : sum / (factor[k * width + k] as number);
    }
  }
  const solution = withTarget.slice();
  for (let j = 0; j < width; j += 1) {
    let sum = solution[j] as number;
    for (let k = 0; k < j; k += 1) sum -= (factor[j * width + k] as number) * (solution[k] as number);
    solution[j] = sum / (factor[j * width + j] as number);
  }
  for (let j = width - 1; j >= 0; j -= 1) {
    let sum = solution[j] as number;
    for (let k = j + 1; k < width; k += 1) sum -= (factor[k * width + j] as number) * (solution[k] as number);
    solution[j] = sum / (factor[j * width + j] as number);
  }
  return solution;
}
