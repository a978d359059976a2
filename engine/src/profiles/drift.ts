import { EngineProblem } from '../core/engine-problem.ts';
import { type ColumnProfile, edgesFrom, type NameProfile, type NumberProfile } from './column-profile.ts';
import { sameEdges } from './moments.ts';
import { sharesBelow } from './t-digest.ts';

/** How far recent data has moved from a reference. All three are 0 for equal distributions. */
export interface Drift {
  /** Population stability index; by custom 0.1 is worth a look and 0.25 is serious. */
  readonly psi: number;
  /** Jensen-Shannon divergence in bits, from 0 to 1. */
  readonly jensenShannon: number;
  /** Largest distance of the two distribution functions, from 0 to 1; NaN for names, which have no order. */
  readonly kolmogorovSmirnov: number;
}

/** An empty bin would make PSI infinite; it counts as if it held this share. */
const LEAST_SHARE = 1e-4;
const BINS = 10;

const sharesOf = (counts: Float64Array) => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (total === 0 ? 0 : count / total));
};

/** Population stability index on counts or shares: sum over bins of (recent - reference) x ln(recent / reference). */
export const populationStability = (reference: Float64Array, recent: Float64Array): number =>
  stability(sharesOf(reference), sharesOf(recent));

/**
 * Jensen-Shannon divergence: mean divergence of both distributions from their average, in bits (Lin 1991, "Divergence
 * measures based on the Shannon entropy", IEEE Transactions on Information Theory 37).
 */
export function jensenShannon(reference: Float64Array, recent: Float64Array): number {
  const [p, q] = [sharesOf(reference), sharesOf(recent)];
  let sum = 0;
  p.forEach((share, bin) => {
    const other = q[bin] as number;
    const middle = (share + other) / 2;
    if (share > 0) sum += share * Math.log2(share / middle);
    if (other > 0) sum += other * Math.log2(other / middle);
  });
  return Math.max(0, sum / 2);
}

/** Shares between the edges. Exact where both have counted in these bins, otherwise from the digest. */
function binnedShares(profile: NumberProfile, edges: Float64Array): Float64Array {
  const { histogram } = profile;
  if (histogram !== undefined && sameEdges(histogram.edges, edges)) return sharesOf(histogram.counts);
  const below = [0, ...sharesBelow(profile.digest, edges), 1];
  return Float64Array.from(below.slice(1), (share, at) => share - (below[at] as number));
}

function largestGap(a: NumberProfile, b: NumberProfile): number {
  const values = Float64Array.of(...a.digest.means, ...b.digest.means).sort();
  const [left, right] = [sharesBelow(a.digest, values), sharesBelow(b.digest, values)];
  return left.reduce((most, share, at) => Math.max(most, Math.abs(share - (right[at] as number))), 0);
}

/** Counts of the names that either side kept, and of all others together. */
function nameCounts(profile: NameProfile, names: readonly string[]): Float64Array {
  const kept = names.map((name) => profile.hitters.counts.get(name) ?? 0);
  const others = profile.total - kept.reduce((sum, count) => sum + count, 0);
  return Float64Array.of(...kept, Math.max(0, others));
}

/** Missing cells are a bin of their own: a column that dries up has drifted too. */
function withMissing(shares: Float64Array, missing: number, rows: number): Float64Array {
  // No rows at all have no distribution to compare: every score becomes NaN.
  const there = rows === 0 ? Number.NaN : 1 - missing / rows;
  return Float64Array.of(...shares.map((share) => share * there), 1 - there);
}

export function drift(reference: ColumnProfile, recent: ColumnProfile): Drift {
  if (reference.kind === 'names' && recent.kind === 'names') {
    const names = [...new Set([...reference.hitters.counts.keys(), ...recent.hitters.counts.keys()])].sort();
    const [p, q] = [reference, recent].map((profile) =>
      withMissing(sharesOf(nameCounts(profile, names)), profile.missing, profile.missing + profile.count),
    ) as [Float64Array, Float64Array];
    return { psi: populationStability(p, q), jensenShannon: jensenShannon(p, q), kolmogorovSmirnov: Number.NaN };
  }
  if (reference.kind === 'numbers' && recent.kind === 'numbers') {
    const edges = reference.histogram?.edges ?? edgesFrom(reference, BINS);
    const [p, q] = [reference, recent].map((profile) =>
      withMissing(binnedShares(profile, edges), profile.missing, profile.missing + profile.moments.count),
    ) as [Float64Array, Float64Array];
    const gap = largestGap(reference, recent);
    return { psi: populationStability(p, q), jensenShannon: jensenShannon(p, q), kolmogorovSmirnov: gap };
  }
  throw new EngineProblem(
    'profile.unlike',
    `Column "${reference.column}" holds ${reference.kind} in the reference and ${recent.kind} now. Read it with the same type.`,
    { column: reference.column },
  );
}

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

/**
 * Kullback-Leibler divergence of recent data from the reference, in nats; empty bins count as almost empty (Kullback and
 * Leibler 1951, "On information and sufficiency", Annals of Mathematical Statistics 22).
 */
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

/**
 * Hellinger distance, from 0 to 1: the Euclidean distance of the square roots of the shares (Hellinger 1909, "Neue
 * Begründung der Theorie quadratischer Formen von unendlichvielen Veränderlichen", Journal für die reine und angewandte
 * Mathematik 136).
 */
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
