import { EngineProblem } from '../problems/engine-problem.ts';

/** Counts between agreed edges. Bin 0 is below the first edge, the last bin is from the last edge on. */
export interface FixedHistogram {
  /** Ascending and distinct. */
  readonly edges: Float64Array;
  /** One more than edges. */
  readonly counts: Float64Array;
}

/** Which bin a value falls into: the number of edges at or below it. */
export function binOf(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function histogramOf(values: Float64Array, edges: Float64Array): FixedHistogram {
  const counts = new Float64Array(edges.length + 1);
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const bin = binOf(edges, value);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { edges, counts };
}

/** Sums of whole numbers: exactly associative and commutative. */
export function mergeHistograms(a: FixedHistogram, b: FixedHistogram): FixedHistogram {
  const same = a.edges.length === b.edges.length && a.edges.every((edge, at) => edge === b.edges[at]);
  if (!same) {
    throw new EngineProblem(
      'profile.edges',
      `Histograms with ${a.edges.length} and ${b.edges.length} edges, or with different ones, cannot be merged. Profile both parts with the edges of the same reference.`,
    );
  }
  return { edges: a.edges, counts: a.counts.map((count, bin) => count + (b.counts[bin] as number)) };
}
