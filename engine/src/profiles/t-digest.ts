/**
 * Quantiles in little memory (Dunning and Ertl 2019, "Computing extremely accurate quantiles using t-digests"):
 * neighbouring values share a centroid, small ones near the ends, larger ones in the middle.
 */
export interface TDigest {
  /** Ascending. */
  readonly means: Float64Array;
  readonly weights: Float64Array;
}

/** More is finer and larger: at most this many centroids are kept. */
const COMPRESSION = 200;

/** Promise for quantiles after any number of merges, in rank: half the largest centroid, twice over. */
export const RANK_ERROR = 0.02;

const scaleOf = (q: number) => (COMPRESSION / (2 * Math.PI)) * Math.asin(2 * Math.min(Math.max(q, 0), 1) - 1);

/** Joins neighbours as long as they stay within one unit of the scale. Input ascending by mean. */
function compress(means: Float64Array, weights: Float64Array): TDigest {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const [outMeans, outWeights]: [number[], number[]] = [[], []];
  let [sum, weight, before] = [0, 0, 0];
  let limit = scaleOf(0) + 1;
  const close = () => {
    // The mean of equal values must be that value, not its neighbour by rounding.
    const mean = sum / weight;
    outMeans.push(outMeans.length > 0 ? Math.max(mean, outMeans[outMeans.length - 1] as number) : mean);
    outWeights.push(weight);
    before += weight;
    [sum, weight] = [0, 0];
  };
  for (let i = 0; i < means.length; i += 1) {
    const next = weights[i] as number;
    if (weight > 0 && scaleOf((before + weight + next) / total) > limit) {
      close();
      limit = scaleOf(before / total) + 1;
    }
    sum += next * (means[i] as number);
    weight += next;
  }
  if (weight > 0) close();
  return { means: Float64Array.from(outMeans), weights: Float64Array.from(outWeights) };
}

/** Missing values are left out. */
export function digestOf(values: Float64Array): TDigest {
  const present = values.filter((value) => !Number.isNaN(value)).sort();
  return compress(present, new Float64Array(present.length).fill(1));
}

/**
 * Both digests together. Swapping them changes no bit, because centroids are put in order first. Regrouping three
 * parts may change centroids, but quantiles stay within `RANK_ERROR` of the truth.
 */
export function mergeDigests(a: TDigest, b: TDigest): TDigest {
  if (a.means.length === 0) return b;
  if (b.means.length === 0) return a;
  const means = Float64Array.of(...a.means, ...b.means);
  const weights = Float64Array.of(...a.weights, ...b.weights);
  const order = [...means.keys()].sort((i, j) => {
    const byMean = (means[i] as number) - (means[j] as number);
    return byMean || (weights[i] as number) - (weights[j] as number);
  });
  return compress(
    Float64Array.from(order, (at) => means[at] as number),
    Float64Array.from(order, (at) => weights[at] as number),
  );
}

/** The value below which a share `q` of the values lies; NaN when there are none. */
export function quantile({ means, weights }: TDigest, q: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const target = q * total;
  let [seen, lastMiddle, lastMean] = [0, Number.NEGATIVE_INFINITY, means[0] ?? Number.NaN];
  for (let i = 0; i < means.length; i += 1) {
    const middle = seen + (weights[i] as number) / 2;
    const mean = means[i] as number;
    if (middle >= target) {
      if (lastMiddle === Number.NEGATIVE_INFINITY || mean === lastMean) return mean;
      return lastMean + ((mean - lastMean) * (target - lastMiddle)) / (middle - lastMiddle);
    }
    seen += weights[i] as number;
    [lastMiddle, lastMean] = [middle, mean];
  }
  return lastMean;
}

/** The shares of values at or below each of the given values, which ascend; NaN when there are none. */
export function sharesBelow({ means, weights }: TDigest, ascending: ArrayLike<number>): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = new Float64Array(ascending.length);
  let [next, seen, lastMiddle, lastMean] = [0, 0, 0, Number.NaN];
  for (let i = 0; i < shares.length; i += 1) {
    const value = ascending[i] as number;
    while (next < means.length && (means[next] as number) <= value) {
      const weight = weights[next] as number;
      [lastMiddle, lastMean] = [seen + weight / 2, means[next] as number];
      seen += weight;
      next += 1;
    }
    if (next === means.length) shares[i] = total === 0 ? Number.NaN : 1;
    else if (next === 0) shares[i] = 0;
    else if (lastMean === value) shares[i] = seen / total;
    else {
      const middle = seen + (weights[next] as number) / 2;
      const way = (value - lastMean) / ((means[next] as number) - lastMean);
      shares[i] = (lastMiddle + (middle - lastMiddle) * way) / total;
    }
  }
  return shares;
}

/** The share of values at or below `value`; NaN when there are none. */
export function shareBelow(digest: TDigest, value: number): number {
  return sharesBelow(digest, [value])[0] as number;
}
