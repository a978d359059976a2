/** Solves (A + ridge I) x = b for a symmetric positive A of `size` rows by Cholesky; A is overwritten. */
export function ridgeSolve(a: Float64Array, b: Float64Array, ridge: number): Float64Array {
  const size = b.length;
  for (let i = 0; i < size; i += 1) a[i * size + i] = (a[i * size + i] as number) + ridge;
  for (let j = 0; j < size; j += 1) {
    let pivot = a[j * size + j] as number;
    for (let k = 0; k < j; k += 1) pivot -= (a[j * size + k] as number) ** 2;
    const root = Math.sqrt(Math.max(pivot, 1e-300));
    a[j * size + j] = root;
    for (let i = j + 1; i < size; i += 1) {
      let sum = a[i * size + j] as number;
      for (let k = 0; k < j; k += 1) sum -= (a[i * size + k] as number) * (a[j * size + k] as number);
      a[i * size + j] = sum / root;
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i += 1) {
    let sum = x[i] as number;
    for (let k = 0; k < i; k += 1) sum -= (a[i * size + k] as number) * (x[k] as number);
    x[i] = sum / (a[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = x[i] as number;
    for (let k = i + 1; k < size; k += 1) sum -= (a[k * size + i] as number) * (x[k] as number);
    x[i] = sum / (a[i * size + i] as number);
  }
  return x;
}
