import { jensenShannon, LEAST_SHARE } from './drift.ts';

/** Ways to say how far shares of recent data are from those of a reference; all are 0 for equal ones. */
export type Divergence = 'psi' | 'kl_divergence' | 'dissimilarity' | 'hellinger' | 'js_divergence';

/** As `populationStability`, of what are shares already: thousands of these make one answer. */
function stability(reference: Float64Array, recent: Float64Array): number {
  let sum = 0;
  for (let bin = 0; bin < recent.length; bin += 1) {
    const before = Math.max(reference[bin] as number, LEAST_SHARE);
    const after = Math.max(recent[bin] as number, LEAST_SHARE);
    sum += (after - before) * Math.log(after / before);
  }
  return sum;
}

/** Kullback and Leibler 1951, of recent data from the reference, in nats; empty bins count as almost empty. */
function kullbackLeibler(reference: Float64Array, recent: Float64Array): number {
  return Math.max(
    0,
    recent.reduce((sum, share, bin) => {
      const other = Math.max(reference[bin] as number, LEAST_SHARE);
      return share > 0 ? sum + share * Math.log(share / other) : sum;
    }, 0),
  );
}

/** Half the sum of absolute differences: the share of rows that would have to be something else. */
const dissimilarity = (reference: Float64Array, recent: Float64Array): number =>
  recent.reduce((sum, share, bin) => sum + Math.abs(share - (reference[bin] as number)), 0) / 2;

/** Hellinger 1909, from 0 to 1. */
const hellinger = (reference: Float64Array, recent: Float64Array): number =>
  Math.sqrt(
    recent.reduce((sum, share, bin) => sum + (Math.sqrt(share) - Math.sqrt(reference[bin] as number)) ** 2, 0) / 2,
  );

const MEASURES: Readonly<Record<Divergence, (reference: Float64Array, recent: Float64Array) => number>> = {
  psi: stability,
  kl_divergence: kullbackLeibler,
  dissimilarity,
  hellinger,
  js_divergence: jensenShannon,
};

/** On shares of the same bins that sum to 1; NaN when either side has no rows. */
export function divergence(measure: Divergence, reference: Float64Array, recent: Float64Array): number {
  if (Number.isNaN(reference[0]) || Number.isNaN(recent[0])) return Number.NaN;
  return MEASURES[measure](reference, recent);
}

/**
 * The stability index that samples of equal distributions stay below 99 times in 100. It is (1/n + 1/m) times a
 * chi-squared variable with bins - 1 degrees of freedom (Yurdakul and Naranjo 2020), here by Wilson and Hilferty 1931.
 */
export function stabilityByChance(bins: number, referenceRows: number, recentRows: number): number {
  const freedom = Math.max(1, bins - 1);
  const part = 2 / (9 * freedom);
  const upper = freedom * (1 - part + 2.326 * Math.sqrt(part)) ** 3;
  return (1 / referenceRows + 1 / recentRows) * upper;
}
