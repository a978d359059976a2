import type { PlotBin } from './profile.types.ts';

/** What clients get when they do not say how many. */
export const MOST_BINS = 60;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPANS = [
  ...[1, 5, 15, 30].map((n) => n * SECOND),
  ...[1, 5, 15, 30].map((n) => n * MINUTE),
  ...[1, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 365, 730, 1825, 3650, 9125, 18250, 36500, 365000].map((n) => n * DAY),
];

const fits = (least: number, most: number, width: number, bins: number) =>
  Math.floor(most / width) - Math.floor(least / width) < bins;

/** One, two or five times a power of ten: the labels stay readable. */
function plainWidth(least: number, most: number, bins: number): number {
  // Starts have twelve digits: narrower bins could not be told apart, and counting them would never end.
  const narrowest = Math.max(Math.abs(least), Math.abs(most)) * 1e-11;
  const raw = Math.max(most / bins - least / bins, narrowest, Number.MIN_VALUE * 1e20);
  const exponent = Math.floor(Math.log10(raw));
  for (let e = exponent; ; e++) {
    for (const factor of [1, 2, 5]) {
      const width = Number(`${factor}e${e}`);
      if (width >= raw / 2 && fits(least, most, width, bins)) return width;
    }
  }
}

/** Ranges of days begin with the first day, shorter ones on the full minute or hour. */
const timeStart = (least: number, span: number): number =>
  Math.floor(least / Math.min(span, DAY)) * Math.min(span, DAY);

function timeStarts(least: number, most: number, bins: number): number[] {
  const span =
    SPANS.find((one) => (most - timeStart(least, one)) / one < bins) ??
    Math.ceil((most - least) / bins / DAY + 1) * DAY;
  const first = timeStart(least, span);
  return Array.from({ length: Math.floor((most - first) / span) + 1 }, (_, k) => first + k * span);
}

/** Twelve digits hide what multiplying by a tenth leaves behind. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/**
 * Low ends of ranges of one width that cover both values; the last one holds `most`. At most `bins` of them. Whole
 * numbers get widths of at least one, times get natural spans.
 */
export function binStarts(
  least: number,
  most: number,
  kind: 'whole' | 'number' | 'time',
  bins: number = MOST_BINS,
): number[] {
  if (least === most) return [least];
  if (kind === 'time') return timeStarts(least, most, bins);
  const plain = plainWidth(least, most, bins);
  const width = kind === 'whole' ? Math.max(1, plain) : plain;
  const first = Math.floor(least / width);
  const starts: number[] = [];
  for (let k = first; k <= first + bins && tidy(k * width) <= most; k++) starts.push(tidy(k * width));
  // Rounding may have put the first start above the least value.
  if ((starts[0] ?? least) > least) starts[0] = least;
  return starts;
}

/** The bin that holds a value: the last start that is not above it. */
export function binOf(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** At most so many bins: neighbours are put together, categories beyond are left out. */
export function fewerBins(plot: readonly PlotBin[], limit: number, ranges: boolean): PlotBin[] {
  if (plot.length <= limit) return [...plot];
  if (!ranges) return plot.slice(0, limit);
  const together = Math.ceil(plot.length / limit);
  const merged: PlotBin[] = [];
  for (let i = 0; i < plot.length; i += together) {
    const members = plot.slice(i, i + together);
    merged.push({ label: members[0]?.label ?? '', count: members.reduce((sum, bin) => sum + bin.count, 0) });
  }
  return merged;
}

/** A place among sorted values: the bin it falls into, and the share of that bin's values up to and including half of it. */
interface Place {
  readonly bin: number;
  /** For `quantile_disc` over the values of the bin alone. */
  readonly share: number;
}

/** Where the two middle values are; the same place twice when there is one. */
export function medianPlaces(bins: readonly number[]): readonly [Place, Place] {
  const present = bins.reduce((sum, count) => sum + count, 0);
  const place = (rank: number): Place => {
    let before = 0;
    for (const [bin, count] of bins.entries()) {
      // Half a rank more than the rank: no rounding can then choose a neighbour.
      if (rank < before + count) return { bin, share: (rank - before + 0.5) / count };
      before += count;
    }
    return { bin: bins.length - 1, share: 1 };
  };
  return [place(Math.floor((present - 1) / 2)), place(Math.ceil((present - 1) / 2))];
}

/** First and third quartile estimated from bins: values are assumed uniform inside each. */
export function quartilesFromBins(
  starts: readonly number[],
  bins: readonly number[],
  max: number,
): readonly [q1: number, q3: number] {
  const present = bins.reduce((sum, count) => sum + count, 0);
  const at = (share: number): number => {
    let before = 0;
    for (const [bin, count] of bins.entries()) {
      if (count > 0 && share * present <= before + count) {
        const low = starts[bin] ?? 0;
        const high = Math.min(max, starts[bin + 1] ?? max);
        return low + ((share * present - before) / count) * (high - low);
      }
      before += count;
    }
    return max;
  };
  return [at(0.25), at(0.75)];
}
