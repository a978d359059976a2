import type { TextColumn } from '../frame/column.ts';
import { hashedNgrams } from '../text/hashed-ngrams.ts';

const TEXT_BITS = 16;
/** Columns a text may turn into: its most frequent words and pairs of words. */
const MOST_WORDS = 64;
const LEAST_ROWS = 3;

/** Where each bucket of words occurs. */
type Occurrences = ReadonlyMap<number, { readonly rows: number[]; readonly counts: number[] }>;

/** Columns are never written to, so what was counted once stays true for as long as the column lives. */
const counted = new WeakMap<TextColumn, Occurrences>();

function occurrences(column: TextColumn): Occurrences {
  const known = counted.get(column);
  if (known !== undefined) return known;
  const found = new Map<number, { rows: number[]; counts: number[] }>();
  column.values.forEach((text, row) => {
    if (text === null) return;
    for (const [bucket, count] of hashedNgrams(text, TEXT_BITS)) {
      const place = found.get(bucket) ?? { rows: [], counts: [] };
      place.rows.push(row);
      place.counts.push(count);
      found.set(bucket, place);
    }
  });
  counted.set(column, found);
  return found;
}

/** The buckets worth a column each: in enough rows to learn from, most frequent first, then in ascending order. */
export function wordBuckets(column: TextColumn, weight: Float64Array | undefined): number[] {
  const frequent: { bucket: number; sum: number }[] = [];
  for (const [bucket, { rows }] of occurrences(column)) {
    const sum = rows.reduce((total, row) => total + (weight === undefined ? 1 : (weight[row] as number)), 0);
    if (sum >= LEAST_ROWS) frequent.push({ bucket, sum });
  }
  frequent.sort((a, b) => b.sum - a.sum || a.bucket - b.bucket);
  return frequent
    .slice(0, MOST_WORDS)
    .map(({ bucket }) => bucket)
    .sort((a, b) => a - b);
}

/** Writes how often a bucket occurs in rows [begin, end); NaN where there is no text. */
export function encodeWords(
  column: TextColumn,
  bucket: number,
  begin: number,
  end: number,
  out: Float32Array,
  at: number,
  every: number,
): void {
  for (let row = begin, to = at; row < end; row += 1, to += every)
    out[to] = column.values[row] === null ? Number.NaN : 0;
  const found = occurrences(column).get(bucket);
  found?.rows.forEach((row, i) => {
    if (row >= begin && row < end) out[at + (row - begin) * every] = found.counts[i] as number;
  });
}
