import { EngineProblem } from '../core/engine-problem.ts';
import { tokens } from '../core/text-tokens.ts';
import { type Column, lengthOf } from '../frame/frame.ts';
import type { ColumnProfile } from './column-profile.ts';
import { binOf, mergeMoments, noMoments, type RunningMoments } from './moments.ts';

/** How a column is told apart for good: between the edges, or into the names, of its reference. */
export type Bins =
  | { readonly kind: 'numbers'; readonly edges: Float64Array }
  | { readonly kind: 'names'; readonly levels: readonly string[] };

/**
 * The smallest summary that drift can be read from: counts in agreed bins. A tenth of a `ColumnProfile`, made in one
 * pass, and exact in any order of merging. The last bin of names holds all that the reference did not know.
 */
export interface BinnedProfile {
  readonly kind: 'numbers' | 'names';
  readonly missing: number;
  /** By bin; for texts these are words. */
  readonly counts: Float64Array;
  /** Of numbers; of names only the count of rows with a value is told. */
  readonly moments: RunningMoments;
}

/** The bins a reference prescribes. One without a histogram of its own has none between its ends. */
export function binsOf(reference: ColumnProfile): Bins {
  if (reference.kind === 'numbers') {
    return { kind: 'numbers', edges: reference.histogram?.edges ?? new Float64Array(0) };
  }
  return { kind: 'names', levels: [...reference.hitters.counts.keys()].sort() };
}

/** A reference in its own bins. */
export function binnedReference(reference: ColumnProfile): BinnedProfile {
  const { kind, missing } = reference;
  if (reference.kind === 'numbers') {
    const { moments, histogram } = reference;
    return { kind, missing, moments, counts: histogram?.counts ?? Float64Array.of(moments.count) };
  }
  const { hitters, total, count } = reference;
  const known = [...hitters.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, times]) => times);
  const others = total - known.reduce((sum, times) => sum + times, 0);
  return { kind, missing, moments: { ...noMoments, count }, counts: Float64Array.of(...known, Math.max(0, others)) };
}

const unlike = (what: string) =>
  new EngineProblem('profile.unlike', `Profiles cannot be merged: ${what}. Profile both parts with the same bins.`);

/** Sums of counts: exactly associative and commutative but for the rounding of mean and deviation. */
export function mergeBinned(a: BinnedProfile, b: BinnedProfile): BinnedProfile {
  if (a.kind !== b.kind) throw unlike(`one part holds ${a.kind}, the other ${b.kind}`);
  if (a.counts.length !== b.counts.length) throw unlike(`${a.counts.length} bins and ${b.counts.length}`);
  return {
    kind: a.kind,
    missing: a.missing + b.missing,
    moments: mergeMoments(a.moments, b.moments),
    counts: a.counts.map((count, bin) => count + (b.counts[bin] as number)),
  };
}

/** Shares of rows by bin and, last, of missing cells: a column that dries up has drifted too. NaN without rows. */
export function binnedShares({ counts, missing, moments }: BinnedProfile): Float64Array {
  const rows = missing + moments.count;
  const there = rows === 0 ? Number.NaN : moments.count / rows;
  let total = 0;
  for (let bin = 0; bin < counts.length; bin += 1) total += counts[bin] as number;
  const shares = new Float64Array(counts.length + 1);
  for (let bin = 0; bin < counts.length && total > 0; bin += 1) shares[bin] = ((counts[bin] as number) / total) * there;
  shares[counts.length] = 1 - there;
  return shares;
}

/** Builds a profile from any number of pieces of a column, one pass each, nothing kept of the values. */
export class BinnedSum {
  readonly #bins: Bins;
  readonly #counts: Float64Array;
  readonly #binOfName: ReadonlyMap<string, number>;
  #missing = 0;
  #count = 0;
  #mean = 0;
  #m2 = 0;
  #min = noMoments.min;
  #max = noMoments.max;

  constructor(bins: Bins) {
    this.#bins = bins;
    this.#counts = new Float64Array((bins.kind === 'numbers' ? bins.edges : bins.levels).length + 1);
    this.#binOfName = new Map(bins.kind === 'names' ? bins.levels.map((level, bin) => [level, bin]) : []);
  }

  /** `rows`: only these of the column. A column of the other kind counts as missing: it says nothing in these bins. */
  add(column: Column, rows?: ArrayLike<number>): void {
    const isNumbers = column.kind !== 'categorical' && column.kind !== 'text';
    if (isNumbers !== (this.#bins.kind === 'numbers')) {
      this.#missing += rows?.length ?? lengthOf(column);
    } else if (column.kind === 'text') this.#texts(rows === undefined ? column.values : pick(column.values, rows));
    else if (column.kind === 'categorical') {
      this.#names(column.levels, rows === undefined ? column.codes : Int32Array.from(pick(column.codes, rows)));
    } else this.#numbers(rows === undefined ? column.values : Float64Array.from(pick(column.values, rows)));
  }

  finish(): BinnedProfile {
    const moments = { count: this.#count, mean: this.#mean, m2: this.#m2, min: this.#min, max: this.#max };
    return { kind: this.#bins.kind, missing: this.#missing, counts: this.#counts.slice(), moments };
  }

  /** Welford 1962, with the values of one piece summed first: a division a piece, not a value. */
  #numbers(values: Float64Array): void {
    const { edges } = this.#bins as { edges: Float64Array };
    const counts = this.#counts;
    let [count, sum, min, max] = [0, 0, this.#min, this.#max];
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] as number;
      if (Number.isNaN(value)) continue;
      count += 1;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
      const bin = binOf(edges, value);
      counts[bin] = (counts[bin] as number) + 1;
    }
    this.#missing += values.length - count;
    if (count === 0) return;
    const mean = sum / count;
    let m2 = 0;
    for (let i = 0; i < values.length; i += 1) {
      const away = (values[i] as number) - mean;
      if (!Number.isNaN(away)) m2 += away * away;
    }
    const before = { count: this.#count, mean: this.#mean, m2: this.#m2, min: this.#min, max: this.#max };
    const merged = mergeMoments(before, { count, mean, m2, min, max });
    [this.#count, this.#mean, this.#m2] = [merged.count, merged.mean, merged.m2];
    [this.#min, this.#max] = [merged.min, merged.max];
  }

  #names(levels: readonly string[], codes: Int32Array): void {
    const bins = levels.map((level) => this.#binFor(level));
    const counts = this.#counts;
    for (let i = 0; i < codes.length; i += 1) {
      const bin = bins[codes[i] as number];
      if (bin === undefined) this.#missing += 1;
      else {
        counts[bin] = (counts[bin] as number) + 1;
        this.#count += 1;
      }
    }
  }

  #texts(texts: readonly (string | null)[]): void {
    for (const text of texts) {
      if (text === null) this.#missing += 1;
      else {
        this.#count += 1;
        for (const word of tokens(text)) {
          const bin = this.#binFor(word);
          this.#counts[bin] = (this.#counts[bin] as number) + 1;
        }
      }
    }
  }

  #binFor(name: string): number {
    return this.#binOfName.get(name) ?? this.#counts.length - 1;
  }
}

const pick = <T>(values: ArrayLike<T>, rows: ArrayLike<number>): T[] => Array.from(rows, (row) => values[row] as T);
