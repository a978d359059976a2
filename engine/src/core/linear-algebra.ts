/** Solves (A + ridge I) x = b for a symmetric positive A of `size` rows by Cholesky; A is overwritten. */
export function ridgeSolve(a: Float64Array, b: Float64Array, ridge: number): Float64Array {
  const size = b.length;
  for (let i = 0; i < size; i += 1) a[i * size + i] = (a[i * size + i] as number) + ridge;
  factorise(a, size);
  const x = Float64Array.from(b);
  backSolve(a, x, size);
  return x;
}

/**
 * Cholesky's factor of a symmetric matrix, in place of its lower triangle (Golub and Van Loan 2013, "Matrix
 * computations", section 4.2). Directions that are not there get a little length, so that nothing is divided by zero.
 */
export function factorise(a: Float64Array, size: number, little = 1e-300): void {
  for (let i = 0; i < size; i += 1) {
    const row = i * size;
    for (let j = 0; j <= i; j += 1) {
      const other = j * size;
      let sum = a[row + j] as number;
      for (let k = 0; k < j; k += 1) sum -= (a[row + k] as number) * (a[other + k] as number);
      a[row + j] = i === j ? Math.sqrt(Math.max(sum, little)) : sum / (a[other + j] as number);
    }
  }
}

/** Solves A x = b for the factor of A; `x` is b and becomes the solution. */
export function backSolve(factor: Float64Array, x: Float64Array, size: number): void {
  for (let i = 0; i < size; i += 1) {
    let sum = x[i] as number;
    for (let k = 0; k < i; k += 1) sum -= (factor[i * size + k] as number) * (x[k] as number);
    x[i] = sum / (factor[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = x[i] as number;
    for (let k = i + 1; k < size; k += 1) sum -= (factor[k * size + i] as number) * (x[k] as number);
    x[i] = sum / (factor[i * size + i] as number);
  }
}

/** Index of the first of ascending values that is not below `value`, between `from` and `to`. */
export function lowerBound(ascending: ArrayLike<number>, value: number, from = 0, to = ascending.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Eigen {
  /** Largest first. */
  readonly values: Float64Array;
  /** One vector a column, row-major, in the order of the values. */
  readonly vectors: Float64Array;
}

const SWEEPS = 12;
const NOTHING = 1e-12;

/** Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan, section 8.5). */
export function symmetricEigen(matrix: Float64Array, size: number): Eigen {
  const a = matrix.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) v[i * size + i] = 1;
  for (let sweep = 0; sweep < SWEEPS && offDiagonal(a, size) > NOTHING; sweep += 1)
    for (let p = 0; p < size - 1; p += 1) for (let q = p + 1; q < size; q += 1) rotate(a, v, size, p, q);
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => (a[j * size + j] as number) - (a[i * size + i] as number) || i - j,
  );
  const vectors = new Float64Array(size * size);
  order.forEach((from, to) => {
    for (let row = 0; row < size; row += 1) vectors[row * size + to] = v[row * size + from] as number;
  });
  return { values: Float64Array.from(order, (i) => a[i * size + i] as number), vectors };
}

/** What is left beside the diagonal, as a share of the whole. */
function offDiagonal(a: Float64Array, size: number): number {
  let [beside, whole] = [0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const square = (a[i] as number) ** 2;
    whole += square;
    if (i % (size + 1) !== 0) beside += square;
  }
  return whole === 0 ? 0 : beside / whole;
}

function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q] as number;
  if (apq === 0) return;
  const theta = ((a[q * size + q] as number) - (a[p * size + p] as number)) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const turn = (m: Float64Array, i: number, j: number) => {
    const x = m[i] as number;
    const y = m[j] as number;
    m[i] = c * x - s * y;
    m[j] = s * x + c * y;
  };
  for (let k = 0; k < size; k += 1) turn(a, k * size + p, k * size + q);
  for (let k = 0; k < size; k += 1) turn(a, p * size + k, q * size + k);
  for (let k = 0; k < size; k += 1) turn(v, k * size + p, k * size + q);
}
