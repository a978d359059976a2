import type { BinaryReader, BinaryWriter } from '../../core/binary-format.ts';
import { EngineProblem } from '../../core/engine-problem.ts';
import { hashedNgrams } from '../../core/text-tokens.ts';
import { type CategoricalColumn, type Column, column, type Frame, type TextColumn } from '../../frame/frame.ts';

/**
 * A column as trees see it: float32, missing is NaN. Dates are counted from `origin`, because float32 cannot tell one
 * minute from the next half a century after 1970. Categories are codes into `levels`; a level not listed is missing.
 * A text becomes several features of its name, each counting the words of one hash bucket, which is its `origin`.
 */
export interface Feature {
  readonly name: string;
  readonly kind: 'number' | 'category' | 'words';
  readonly origin: number;
  readonly levels: readonly string[];
}

/** Nodes keep the number of their feature in 16 bits. */
const MOST_FEATURES = 65_535;

/** Features of a frame in the order of column names, so that the order of columns cannot matter. */
export function featuresOf(x: Frame, weight?: Float64Array): Feature[] {
  const columns = [...x.columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  const features = columns.flatMap((source) =>
    source.kind === 'text' ? wordsOf(source, weight) : [featureOf(source)],
  );
  if (features.length === 0) {
    throw new EngineProblem(
      'data.no-features',
      `The ${x.columns.length} columns hold only texts without a word in common. Add a column of numbers, dates or categories.`,
      { column: columns[0]?.name ?? '' },
    );
  }
  if (features.length > MOST_FEATURES) {
    throw new EngineProblem(
      'data.too-wide',
      `${features.length} columns are more than the ${MOST_FEATURES} a tree can tell apart. Drop columns before training.`,
      { column: features[MOST_FEATURES]?.name ?? '' },
    );
  }
  return features;
}

function wordsOf(source: TextColumn, weight: Float64Array | undefined): Feature[] {
  return wordBuckets(source, weight).map((bucket) => ({
    name: source.name,
    kind: 'words',
    origin: bucket,
    levels: [],
  }));
}

function featureOf(source: Exclude<Column, TextColumn>): Feature {
  const { name } = source;
  if (source.kind === 'categorical') return { name, kind: 'category', origin: 0, levels: [...source.levels].sort() };
  let origin = 0;
  if (source.kind === 'date') {
    origin = Number.POSITIVE_INFINITY;
    for (const value of source.values) if (value < origin) origin = value;
  }
  return { name, kind: 'number', origin: Number.isFinite(origin) ? origin : 0, levels: [] };
}

function codesByLevel(feature: Feature, source: CategoricalColumn): Float32Array {
  const place = new Map(feature.levels.map((level, at) => [level, at]));
  return Float32Array.from(source.levels, (level) => place.get(level) ?? Number.NaN);
}

function refuseKind(feature: Feature, source: Column): never {
  throw new EngineProblem(
    'data.kind',
    `Column "${feature.name}" is ${source.kind}; the model was trained on a ${feature.kind}. Read the column with the type it had in training.`,
    { column: feature.name },
  );
}

/** Writes rows [begin, end) of a column to `out[at]`, `out[at + every]`, ...; infinite values are refused. */
export function encodeRows(
  feature: Feature,
  source: Column,
  begin: number,
  end: number,
  out: Float32Array,
  at: number,
  every: number,
): void {
  if (source.kind === 'text' && feature.kind === 'words') {
    encodeWords(source, feature.origin, begin, end, out, at, every);
    return;
  }
  if (
    source.kind === 'text' ||
    feature.kind === 'words' ||
    (source.kind === 'categorical') !== (feature.kind === 'category')
  ) {
    refuseKind(feature, source);
  }
  let to = at;
  if (source.kind === 'categorical') {
    const codeOf = codesByLevel(feature, source);
    for (let row = begin; row < end; row += 1, to += every) {
      const code = source.codes[row] as number;
      out[to] = code < 0 ? Number.NaN : (codeOf[code] as number);
    }
    return;
  }
  const { values } = source;
  const { origin } = feature;
  let spread = 0;
  for (let row = begin; row < end; row += 1, to += every) {
    const value = (values[row] as number) - origin;
    spread += value - value;
    out[to] = value;
  }
  // value - value is NaN for missing and infinite cells alike: only then is it worth looking which.
  if (spread !== 0) refuseInfinite(feature, values, begin, end);
}

function refuseInfinite(feature: Feature, values: Float64Array, begin: number, end: number): void {
  for (let row = begin; row < end; row += 1) {
    const value = values[row] as number;
    if (!Number.isNaN(value) && !Number.isFinite(value)) {
      throw new EngineProblem(
        'data.infinite',
        `Column "${feature.name}" is ${value} in row ${row}. Replace infinite values by a number or leave the cell empty.`,
        { column: feature.name, row },
      );
    }
  }
}

/** All features of rows [begin, end) as a row-major float32 matrix. */
export function encodeFrame(features: readonly Feature[], x: Frame, begin = 0, end = x.rows): Float32Array {
  const matrix = new Float32Array((end - begin) * features.length);
  features.forEach((feature, at) => {
    encodeRows(feature, column(x, feature.name), begin, end, matrix, at, features.length);
  });
  return matrix;
}

const KINDS: readonly Feature['kind'][] = ['number', 'category', 'words'];

export function writeFeatures(to: BinaryWriter, features: readonly Feature[]): void {
  to.u32(features.length);
  for (const { name, kind, origin, levels } of features) {
    to.text(name);
    to.u8(KINDS.indexOf(kind));
    to.f64(origin);
    to.u32(levels.length);
    for (const level of levels) to.text(level);
  }
}

export function readFeatures(from: BinaryReader): Feature[] {
  return Array.from({ length: from.u32() }, () => {
    const name = from.text();
    const kind = KINDS[from.u8()] ?? 'number';
    const origin = from.f64();
    return { name, kind, origin, levels: Array.from({ length: from.u32() }, () => from.text()) };
  });
}

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
function wordBuckets(column: TextColumn, weight: Float64Array | undefined): number[] {
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
function encodeWords(
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
