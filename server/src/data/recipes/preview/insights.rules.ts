import type { ColumnType } from '../compiler/index.ts';
import type { Cell, Insight, PreviewColumn } from './preview.schema.ts';

const BINS = 10;
const MOST_LABELS = 10;
const OTHERS = '==All Other==';
const MISSING = '==Missing==';
/** Text rather than categories: most values differ, and they are long enough to be sentences. */
const TEXT_SHARE = 0.5;
const TEXT_WORDS = 3;

type Figures = Pick<Insight, 'featureType' | 'min' | 'max' | 'mean' | 'median' | 'stdDev' | 'plot'>;

/** What one column of the preview holds: computed on the rows that were kept. */
export function insightOf({ name, dataType }: PreviewColumn, cells: readonly Cell[]): Insight {
  const values = cells.filter((cell) => cell !== null);
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const naCount = cells.length - values.length;
  return { name, dataType, uniqueCount: counts.size, naCount, ...figures(dataType, values, counts, naCount) };
}

function figures(
  dataType: string,
  values: readonly string[],
  counts: ReadonlyMap<string, number>,
  naCount: number,
): Figures {
  if (dataType === 'INT_TYPE' || dataType === 'DOUBLE_TYPE') return numeric(values.map(Number).filter(Number.isFinite));
  const plot = labels(counts, naCount);
  const none = { min: null, max: null, mean: null, median: null, stdDev: null, plot };
  if (dataType === 'DATE_TYPE' || dataType === 'TIMESTAMP_TYPE') {
    const sorted = [...values].sort();
    return { ...none, featureType: 'Date', min: sorted[0] ?? null, max: sorted.at(-1) ?? null, median: middle(sorted) };
  }
  if (dataType === 'BOOLEAN_TYPE') return { ...none, featureType: 'Boolean' };
  return { ...none, featureType: isText(values, counts) ? 'Text' : 'Categorical' };
}

function numeric(values: readonly number[]): Figures {
  const sorted = Float64Array.from(values).sort();
  const [min, max] = [sorted[0] ?? null, sorted.at(-1) ?? null];
  if (min === null || max === null) {
    return { featureType: 'Numeric', min, max, mean: null, median: null, stdDev: null, plot: [] };
  }
  // The mean is moved into the range: sums of large values may overflow or round past it.
  const mean = Math.min(
    max,
    Math.max(
      min,
      sorted.reduce((sum, value) => sum + value / sorted.length, 0),
    ),
  );
  const half = sorted.length / 2;
  const median = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
  const spread = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stdDev = sorted.length > 1 ? Math.sqrt(spread / (sorted.length - 1)) : 0;
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    featureType: 'Numeric',
    min,
    max,
    mean,
    median: finite(median),
    stdDev: finite(stdDev),
    plot: bins(sorted, min, max),
  };
}

function bins(sorted: Float64Array, min: number, max: number): Insight['plot'] {
  const width = (max - min) / BINS;
  if (!(width > 0) || !Number.isFinite(width)) return [{ label: String(min), count: sorted.length }];
  const counts = new Array<number>(BINS).fill(0);
  for (const value of sorted) {
    const at = Math.min(BINS - 1, Math.floor((value - min) / width));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({ label: String(min + at * width), count }));
}

function labels(counts: ReadonlyMap<string, number>, naCount: number): Insight['plot'] {
  const ordered = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const others = ordered.slice(MOST_LABELS).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...ordered.slice(0, MOST_LABELS).map(([label, count]) => ({ label, count })),
    ...(others > 0 ? [{ label: OTHERS, count: others }] : []),
    ...(naCount > 0 ? [{ label: MISSING, count: naCount }] : []),
  ];
}

const middle = (sorted: readonly string[]): string | null => sorted[Math.floor((sorted.length - 1) / 2)] ?? null;

function isText(values: readonly string[], counts: ReadonlyMap<string, number>): boolean {
  if (values.length === 0 || counts.size < values.length * TEXT_SHARE) return false;
  const words = [...counts.keys()].reduce((sum, value) => sum + value.split(/\s+/).length, 0);
  return words / counts.size >= TEXT_WORDS;
}

const DATA_TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'INT_TYPE',
  double: 'DOUBLE_TYPE',
  string: 'STRING_TYPE',
  boolean: 'BOOLEAN_TYPE',
  date: 'DATE_TYPE',
  timestamp: 'TIMESTAMP_TYPE',
  other: 'STRING_TYPE',
};

/** A column with the name clients know its type by. */
export const toPreviewColumn = ({
  name,
  type,
}: {
  readonly name: string;
  readonly type: ColumnType;
}): PreviewColumn => ({
  name,
  dataType: DATA_TYPES[type],
});
