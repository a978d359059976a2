/** One column of the matrix a linear model sees. Sparse columns are 0 outside `rows` (ascending). */
export type DesignColumn =
  | { readonly dense: Float64Array }
  | { readonly rows: Int32Array; readonly values: Float64Array };

/** Sum over rows of left[row] x column[row]. */
export function dot(column: DesignColumn, left: Float64Array): number {
  let sum = 0;
  if ('dense' in column) {
    const { dense } = column;
    for (let row = 0; row < dense.length; row += 1) sum += (dense[row] as number) * (left[row] as number);
    return sum;
  }
  const { rows, values } = column;
  for (let at = 0; at < rows.length; at += 1) sum += (values[at] as number) * (left[rows[at] as number] as number);
  return sum;
}

/** Sum over rows of left[row] x column[row]^2. */
export function dotSquare(column: DesignColumn, left: Float64Array): number {
  let sum = 0;
  if ('dense' in column) {
    const { dense } = column;
    for (let row = 0; row < dense.length; row += 1) sum += (dense[row] as number) ** 2 * (left[row] as number);
    return sum;
  }
  const { rows, values } = column;
  for (let at = 0; at < rows.length; at += 1) sum += (values[at] as number) ** 2 * (left[rows[at] as number] as number);
  return sum;
}

/** target += factor x column. */
export function addTo(target: Float64Array, column: DesignColumn, factor: number): void {
  if ('dense' in column) {
    const { dense } = column;
    for (let row = 0; row < dense.length; row += 1)
      target[row] = (target[row] as number) + factor * (dense[row] as number);
    return;
  }
  const { rows, values } = column;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    target[row] = (target[row] as number) + factor * (values[at] as number);
  }
}
