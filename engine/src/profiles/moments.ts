import { EngineProblem } from '../core/engine-problem.ts';

/** Count, mean and sum of squared deviations, from which the rest follows. */
export interface RunningMoments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly m2: number;
  readonly min: number;
  readonly max: number;
}

export const noMoments: RunningMoments = {
  count: 0,
  mean: 0,
  m2: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
};

/** Missing values are left out. Two passes: exact to rounding however large the mean. */
export function momentsOfValues(values: Float64Array): RunningMoments {
  let [count, sum, min, max] = [0, 0, noMoments.min, noMoments.max];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (count === 0) return noMoments;
  const mean = sum / count;
  let m2 = 0;
  for (const value of values) if (!Number.isNaN(value)) m2 += (value - mean) ** 2;
  return { count, mean, m2, min, max };
}

/**
 * Moments of both parts together (Chan, Golub and LeVeque 1983, "Algorithms for computing the sample variance: analysis
 * and recommendations", American Statistician 37). Counts and ends are exact in any order; written so that swapping the
 * parts changes no bit, while regrouping three parts may change mean and m2 by rounding.
 */
export function mergeMoments(a: RunningMoments, b: RunningMoments): RunningMoments {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const gap = a.mean - b.mean;
  return {
    count,
    mean: (a.count * a.mean + b.count * b.mean) / count,
    m2: a.m2 + b.m2 + (gap * gap * (a.count * b.count)) / count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}

/** Sample standard deviation; NaN for fewer than two values. */
export function deviationOf({ count, m2 }: RunningMoments): number {
  return count < 2 ? Number.NaN : Math.sqrt(m2 / (count - 1));
}

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

export const sameEdges = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((edge, at) => edge === b[at]);

/** Sums of whole numbers: exactly associative and commutative. */
export function mergeHistograms(a: FixedHistogram, b: FixedHistogram): FixedHistogram {
  if (!sameEdges(a.edges, b.edges)) {
    throw new EngineProblem(
      'profile.edges',
      `Histograms with ${a.edges.length} and ${b.edges.length} edges, or with different ones, cannot be merged. Profile both parts with the edges of the same reference.`,
    );
  }
  return { edges: a.edges, counts: a.counts.map((count, bin) => count + (b.counts[bin] as number)) };
}
