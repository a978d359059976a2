import { ridgeSolve } from '../algebra/ridge-solve.ts';
import type { Covariances } from './moments.ts';

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
