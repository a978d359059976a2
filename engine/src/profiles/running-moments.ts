/** Count, mean and sum of squared deviations, from which the rest follows. */
export interface RunningMoments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly m2: number;
  readonly min: number;
  readonly max: number;
}

const noMoments: RunningMoments = {
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
 * Moments of both parts together (Chan, Golub and LeVeque 1983). Counts and ends are exact in any order; written so
 * that swapping the parts changes no bit, while regrouping three parts may change mean and m2 by rounding.
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
