import { binOf, binStarts, MOST_BINS } from './bins.rules.ts';
import type { PlotBin, TextStatistics } from './profile.types.ts';

/** Numbers as they are counted: every value once, ascending, with how often it occurs. */
export interface NumberCounts {
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

export interface NumberStatistics {
  readonly present: number;
  readonly unique: number;
  readonly uniqueIsExact: boolean;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  readonly stdDev: number;
  readonly zeros: number;
  readonly whole: boolean;
  readonly starts: readonly number[];
  readonly bins: readonly number[];
  /** Rows further than three times the middle half's width away from it. */
  readonly outliers: number;
}

export const fences = (q1: number, q3: number): readonly [low: number, high: number] => {
  const width = q3 - q1;
  // When the middle half is one value, everything else would be called an outlier.
  return width > 0 ? [q1 - 3 * width, q3 + 3 * width] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
};

/** Exact figures of counted values. Undefined when there are none. */
export function numberStatistics(
  { values, counts }: NumberCounts,
  kind: 'number' | 'time',
): NumberStatistics | undefined {
  const least = values[0];
  const most = values.at(-1);
  if (least === undefined || most === undefined) return undefined;
  let present = 0;
  let mean = 0;
  let spread = 0;
  let whole = true;
  for (const [i, value] of values.entries()) {
    const count = counts[i] as number;
    present += count;
    // Welford's update with weights: no large sums to cancel.
    const delta = value - mean;
    mean += (delta * count) / present;
    spread += count * delta * (value - mean);
    whole &&= Number.isInteger(value);
  }
  const quantile = quantileOf({ values, counts }, present);
  const [low, high] = fences(quantile(0.25), quantile(0.75));
  const starts = binStarts(least, most, kind === 'time' ? 'time' : whole ? 'whole' : 'number');
  const bins = starts.map(() => 0);
  let outliers = 0;
  for (const [i, value] of values.entries()) {
    const count = counts[i] as number;
    const bin = binOf(starts, value);
    bins[bin] = (bins[bin] as number) + count;
    if (value < low || value > high) outliers += count;
  }
  const zero = values.indexOf(0);
  return {
    present,
    unique: values.length,
    uniqueIsExact: true,
    min: least,
    max: most,
    mean,
    median: quantile(0.5),
    stdDev: present > 1 ? Math.sqrt(spread / (present - 1)) : 0,
    zeros: zero < 0 ? 0 : (counts[zero] as number),
    whole,
    starts,
    bins,
    outliers,
  };
}

/** Between the two nearest ranks, as `quantile_cont` does. */
function quantileOf({ values, counts }: NumberCounts, present: number): (share: number) => number {
  const ends = new Float64Array(counts.length);
  let sum = 0;
  for (const [i, count] of counts.entries()) {
    sum += count;
    ends[i] = sum;
  }
  const atRank = (rank: number): number => {
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > rank) high = middle;
      else low = middle + 1;
    }
    return values[low] as number;
  };
  return (share) => {
    const place = share * (present - 1);
    const below = atRank(Math.floor(place));
    const above = atRank(Math.ceil(place));
    return below + (above - below) * (place - Math.floor(place));
  };
}

export interface CategoryStatistics {
  readonly present: number;
  readonly unique: number;
  readonly uniqueIsExact: boolean;
  /** The most frequent values, most frequent first. */
  readonly top: readonly PlotBin[];
  readonly text: TextStatistics;
}

/** Words of a text that may have been cut to fewer than its `length` characters. */
export const countWords = (text: string, length: number): number =>
  (text.match(/\S+/gu)?.length ?? 0) * Math.max(1, text.length > 0 ? length / text.length : 1);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function categoryStatistics({ values, counts, lengths }: TextCounts): CategoryStatistics {
  let present = 0;
  let letters = 0;
  let words = 0;
  let longest = 0;
  const bins = values.map((label, i) => {
    const count = counts[i] ?? 0;
    const length = lengths[i] ?? 0;
    present += count;
    letters += count * length;
    words += count * countWords(label, length);
    longest = Math.max(longest, length);
    return { label, count };
  });
  const mean = (sum: number) => (present > 0 ? sum / present : 0);
  return {
    present,
    unique: values.length,
    uniqueIsExact: true,
    top: bins.sort((a, b) => b.count - a.count || byText(a.label, b.label)).slice(0, MOST_BINS),
    text: { meanLength: mean(letters), maxLength: longest, meanWords: mean(words) },
  };
}

/**
 * Text is prose: several words a value, and values that hardly repeat. Everything else that is written in letters is a
 * category, however many there are.
 */
export function isProse({ present, unique, text }: Pick<CategoryStatistics, 'present' | 'unique' | 'text'>): boolean {
  return text.meanWords >= 3 && unique > 1 && unique >= Math.min(50, present * 0.5) && unique >= present * 0.1;
}

export interface TextCounts {
  readonly values: readonly string[];
  readonly counts: readonly number[];
  /** In characters; the values may be cut. */
  readonly lengths: readonly number[];
}
