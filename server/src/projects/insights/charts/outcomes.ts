/** Out-of-sample predictions with actuals: all that accuracy charts need. */
export interface Outcomes {
  /** Numbers, or numbers of classes. */
  readonly actual: Float64Array;
  /** Numbers, the probability of class 1, or rows x classes. */
  readonly predicted: Float64Array;
  readonly weight: Float64Array;
  /** Number of the row in the data; in time series the number of the forecast. */
  readonly rows: Int32Array;
}

/** The order of the rows by what was predicted, smallest first; equal ones stay as they are. */
export function orderBy(values: Float64Array): Uint32Array {
  const order = Uint32Array.from(values.keys());
  return order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}

/** Evenly spread places of a list, both ends included: what is shown of many. */
export function spread(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)));
}
