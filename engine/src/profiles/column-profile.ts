import { EngineProblem } from '../core/engine-problem.ts';
import { tokens } from '../core/text-tokens.ts';
import type { Column } from '../frame/frame.ts';
import {
  type DistinctCount,
  type HeavyHitters,
  hashNumber,
  hashText,
  hittersOf,
  mergeDistinct,
  mergeHitters,
  note,
  nothingCounted,
} from './distinct-values.ts';
import {
  type FixedHistogram,
  histogramOf,
  mergeHistograms,
  mergeMoments,
  momentsOfValues,
  type RunningMoments,
} from './moments.ts';
import { digestOf, mergeDigests, quantile, type TDigest } from './t-digest.ts';

/** Summary of numbers, dates or booleans. */
export interface NumberProfile {
  readonly kind: 'numbers';
  readonly column: string;
  readonly missing: number;
  readonly moments: RunningMoments;
  readonly digest: TDigest;
  readonly distinct: DistinctCount;
  /** There when the edges of a reference were given. */
  readonly histogram?: FixedHistogram;
}

/** Summary of categories, or of the words of texts. */
export interface NameProfile {
  readonly kind: 'names';
  readonly column: string;
  /** Rows with a value. */
  readonly count: number;
  readonly missing: number;
  /** Names counted; for texts this is the number of words. */
  readonly total: number;
  readonly hitters: HeavyHitters;
  readonly distinct: DistinctCount;
}

export type ColumnProfile = NumberProfile | NameProfile;

function profileNumbers(column: string, values: Float64Array, edges: Float64Array | undefined): NumberProfile {
  const distinct = nothingCounted();
  for (const value of values) if (!Number.isNaN(value)) note(distinct, hashNumber(value));
  const moments = momentsOfValues(values);
  return {
    kind: 'numbers',
    column,
    missing: values.length - moments.count,
    moments,
    digest: digestOf(values),
    distinct,
    ...(edges && { histogram: histogramOf(values, edges) }),
  };
}

function profileNames(column: string, rows: number, missing: number, counts: ReadonlyMap<string, number>): NameProfile {
  const distinct = nothingCounted();
  let total = 0;
  for (const [name, count] of counts) {
    note(distinct, hashText(name));
    total += count;
  }
  return { kind: 'names', column, count: rows - missing, missing, total, hitters: hittersOf(counts), distinct };
}

/** Summarises one column. `edges` fixes the bins of its histogram, usually those of the training data. */
export function profileColumn(column: Column, edges?: Float64Array): ColumnProfile {
  if (column.kind !== 'categorical' && column.kind !== 'text') return profileNumbers(column.name, column.values, edges);
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let missing = 0;
  if (column.kind === 'text') {
    for (const text of column.values) {
      if (text === null) missing += 1;
      else for (const word of tokens(text)) count(word);
    }
    return profileNames(column.name, column.values.length, missing, counts);
  }
  for (const code of column.codes) {
    const level = column.levels[code];
    if (level === undefined) missing += 1;
    else count(level);
  }
  return profileNames(column.name, column.codes.length, missing, counts);
}

/** Edges of bins that hold about the same number of the profiled values; fewer where values repeat. */
export function edgesFrom(profile: NumberProfile, bins: number): Float64Array {
  const cuts = Array.from({ length: bins - 1 }, (_, at) => quantile(profile.digest, (at + 1) / bins));
  return Float64Array.from(new Set(cuts.filter((cut) => Number.isFinite(cut))));
}

/**
 * The profile of both parts together. Commutative to the bit. Associative to the bit in counts, ends, histogram and
 * distinct count; to rounding in mean and deviation; within their stated error in quantiles and heavy hitters.
 */
export function mergeProfiles(a: ColumnProfile, b: ColumnProfile): ColumnProfile {
  const { column } = a;
  if (column !== b.column) throw unlike(`"${column}" and "${b.column}" are different columns`, column);
  const missing = a.missing + b.missing;
  const distinct = mergeDistinct(a.distinct, b.distinct);
  if (a.kind === 'names' && b.kind === 'names') {
    const hitters = mergeHitters(a.hitters, b.hitters);
    return { kind: 'names', column, count: a.count + b.count, missing, total: a.total + b.total, hitters, distinct };
  }
  if (a.kind === 'numbers' && b.kind === 'numbers') {
    if ((a.histogram === undefined) !== (b.histogram === undefined)) {
      throw unlike(`only one part of "${column}" has a histogram`, column);
    }
    const histogram = a.histogram && b.histogram && mergeHistograms(a.histogram, b.histogram);
    const moments = mergeMoments(a.moments, b.moments);
    const digest = mergeDigests(a.digest, b.digest);
    return { kind: 'numbers', column, missing, moments, digest, distinct, ...(histogram && { histogram }) };
  }
  throw unlike(`"${column}" holds ${a.kind} in one part and ${b.kind} in the other`, column);
}

function unlike(what: string, column: string): EngineProblem {
  return new EngineProblem('profile.unlike', `Profiles cannot be merged: ${what}. Profile both parts the same way.`, {
    column,
  });
}
