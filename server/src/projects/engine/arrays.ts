/** The numbers from 0 to length - 1. */
export const indices = (length: number): Int32Array => Int32Array.from({ length }, (_, i) => i);

/** Least and greatest of some numbers; NaN counts for nothing. */
export function extent(values: Iterable<number>): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

export const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return values.length === 0 ? 0 : sum / values.length;
};

/** Where the greatest number is, the first of equals. */
export const indexOfGreatest = (values: Float64Array): number =>
  values.reduce((best, value, at) => (value > (values[best] as number) ? at : best), 0);

/** How often each value occurs; null counts for nothing. */
export function countValues<T>(values: Iterable<T | null>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Values by how often they occur, the most frequent first. */
export const byFrequency = <T>(counts: ReadonlyMap<T, number>): T[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);

/** Ranks from 0; equal values share theirs. */
export function ranksOf(values: ArrayLike<number>): Float64Array {
  const order = Array.from(values, (_, i) => i).sort((i, j) => (values[i] as number) - (values[j] as number));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let end = from + 1;
    while (end < order.length && values[order[end] as number] === values[order[from] as number]) end++;
    for (let at = from; at < end; at++) ranks[order[at] as number] = (from + end - 1) / 2;
    from = end;
  }
  return ranks;
}

/** Evenly spread places of a list, both ends included. */
export function spread(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)));
}
