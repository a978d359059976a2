import type { BinaryReader, BinaryWriter } from '../../core/binary-format.ts';
import { EngineProblem } from '../../core/engine-problem.ts';
import { hashedNgrams } from '../../core/text-tokens.ts';
import type { CategoricalColumn, Column, ColumnKind, Frame, TextColumn } from '../../frame/frame.ts';
import type { DesignColumn } from './design.ts';

/** Numbers, booleans and dates: missing becomes the mean, and a second column says where, if it happened in training. */
interface NumberEncoder {
  readonly kind: 'number';
  readonly column: string;
  readonly fill: number;
  readonly indicator: boolean;
}

/** One column per level. An unseen level is 0 in all of them; missing is a level of its own if training had it. */
interface CategoryEncoder {
  readonly kind: 'category';
  readonly column: string;
  readonly levels: readonly string[];
  readonly missing: boolean;
}

/** One column per kept bucket of hashed n-grams; rarer words weigh more, every text has length 1. */
interface WordsEncoder {
  readonly kind: 'text';
  readonly column: string;
  readonly buckets: Int32Array;
  readonly rarity: Float64Array;
}

export type ColumnEncoder = NumberEncoder | CategoryEncoder | WordsEncoder;

/** Texts are hashed into 2 ^ this many buckets. */
export const TEXT_BITS = 16;

export function widthOf(encoder: ColumnEncoder): number {
  if (encoder.kind === 'number') return encoder.indicator ? 2 : 1;
  if (encoder.kind === 'category') return encoder.levels.length + (encoder.missing ? 1 : 0);
  return encoder.buckets.length;
}

/** What each design column stands for, for people: "price", "price is missing", "store = Oslo". */
export function labelsOf(encoder: ColumnEncoder): string[] {
  const { column } = encoder;
  if (encoder.kind === 'number') return encoder.indicator ? [column, `${column} is missing`] : [column];
  if (encoder.kind === 'text') return Array.from(encoder.buckets, (bucket) => `${column} words #${bucket}`);
  const levels = encoder.levels.map((level) => `${column} = ${level}`);
  return encoder.missing ? [...levels, `${column} is missing`] : levels;
}

function mismatch(encoder: ColumnEncoder, kind: ColumnKind): EngineProblem {
  return new EngineProblem(
    'data.kind',
    `Column "${encoder.column}" is ${kind}; the model was trained on a ${encoder.kind} column. Read the column with the type it had in training.`,
    { column: encoder.column },
  );
}

function sparse(picked: readonly (readonly [number, number])[]): DesignColumn {
  return {
    rows: Int32Array.from(picked, ([row]) => row),
    values: Float64Array.from(picked, ([, value]) => value),
  };
}

function encodeNumbers(encoder: NumberEncoder, values: Float64Array): DesignColumn[] {
  const dense = values.map((value) => (Number.isNaN(value) ? encoder.fill : value));
  if (!encoder.indicator) return [{ dense }];
  const missing: [number, number][] = [];
  values.forEach((value, row) => {
    if (Number.isNaN(value)) missing.push([row, 1]);
  });
  return [{ dense }, sparse(missing)];
}

function encodeCategories(encoder: CategoryEncoder, column: CategoricalColumn): DesignColumn[] {
  const place = new Map(encoder.levels.map((level, at) => [level, at]));
  const placeOfCode = column.levels.map((level) => place.get(level) ?? -1);
  const picked: [number, number][][] = Array.from({ length: widthOf(encoder) }, () => []);
  column.codes.forEach((code, row) => {
    const at = code >= 0 ? (placeOfCode[code] ?? -1) : encoder.missing ? encoder.levels.length : -1;
    if (at >= 0) picked[at]?.push([row, 1]);
  });
  return picked.map(sparse);
}

function encodeTexts(encoder: WordsEncoder, column: TextColumn): DesignColumn[] {
  const place = new Map(Array.from(encoder.buckets, (bucket, at) => [bucket, at]));
  const picked: [number, number][][] = Array.from(encoder.buckets, () => []);
  column.values.forEach((text, row) => {
    const found: [number, number][] = [];
    let length = 0;
    for (const [bucket, count] of text === null ? [] : hashedNgrams(text, TEXT_BITS)) {
      const at = place.get(bucket);
      if (at === undefined) continue;
      const value = (1 + Math.log(count)) * (encoder.rarity[at] as number);
      found.push([at, value]);
      length += value * value;
    }
    for (const [at, value] of found) picked[at]?.push([row, value / Math.sqrt(length)]);
  });
  return picked.map(sparse);
}

/** The design columns of one column, always as many as `widthOf` says. */
export function encode(encoder: ColumnEncoder, column: Column): DesignColumn[] {
  if (encoder.kind === 'category' && column.kind === 'categorical') return encodeCategories(encoder, column);
  if (encoder.kind === 'text' && column.kind === 'text') return encodeTexts(encoder, column);
  if (encoder.kind === 'number' && column.kind !== 'text' && column.kind !== 'categorical') {
    return encodeNumbers(encoder, column.values);
  }
  throw mismatch(encoder, column.kind);
}

const KINDS = ['number', 'category', 'text'] as const;

export function writeEncoder(to: BinaryWriter, encoder: ColumnEncoder): void {
  to.u8(KINDS.indexOf(encoder.kind));
  to.text(encoder.column);
  if (encoder.kind === 'number') {
    to.f64(encoder.fill);
    to.u8(Number(encoder.indicator));
  } else if (encoder.kind === 'category') {
    to.u8(Number(encoder.missing));
    to.u32(encoder.levels.length);
    for (const level of encoder.levels) to.text(level);
  } else {
    to.i32s(encoder.buckets);
    to.f64s(encoder.rarity);
  }
}

export function readEncoder(from: BinaryReader): ColumnEncoder {
  const kind = KINDS[from.u8()];
  const column = from.text();
  if (kind === 'number') return { kind, column, fill: from.f64(), indicator: from.u8() === 1 };
  if (kind === 'text') return { kind, column, buckets: from.i32s(), rarity: from.f64s() };
  const missing = from.u8() === 1;
  return { kind: 'category', column, missing, levels: Array.from({ length: from.u32() }, () => from.text()) };
}

/** More levels than this share the fate of unseen ones: a coefficient needs rows to be learned from. */
const MOST_LEVELS = 200;
const MOST_BUCKETS = 4000;
/** A word needs this much weight of rows, or it only memorises its row. */
const LEAST_TEXT_WEIGHT = 2;

/** Heaviest first, then by key, so that the choice does not depend on the order of rows. */
function heaviest<K extends string | number>(weights: Map<K, number>, most: number, least = 0): K[] {
  return [...weights]
    .filter(([, weight]) => weight > 0 && weight >= least)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([key]) => key)
    .sort((a, b) => (a < b ? -1 : 1));
}

function learnNumbers(column: string, values: Float64Array, weight: Float64Array): ColumnEncoder {
  let [sum, total, missing] = [0, 0, false];
  values.forEach((value, row) => {
    const share = weight[row] as number;
    if (share === 0) return;
    if (Number.isNaN(value)) missing = true;
    else {
      sum += share * value;
      total += share;
    }
  });
  return { kind: 'number', column, fill: total > 0 ? sum / total : 0, indicator: missing };
}

function learnCategories(column: CategoricalColumn, weight: Float64Array): ColumnEncoder {
  const weights = new Map<string, number>();
  let missing = false;
  column.codes.forEach((code, row) => {
    const share = weight[row] as number;
    const level = column.levels[code];
    if (level !== undefined) weights.set(level, (weights.get(level) ?? 0) + share);
    else if (share > 0) missing = true;
  });
  return { kind: 'category', column: column.name, levels: heaviest(weights, MOST_LEVELS), missing };
}

function learnTexts(column: TextColumn, weight: Float64Array): ColumnEncoder {
  const weights = new Map<number, number>();
  let total = 0;
  column.values.forEach((text, row) => {
    const share = weight[row] as number;
    total += share;
    if (text === null) return;
    for (const bucket of hashedNgrams(text, TEXT_BITS).keys()) weights.set(bucket, (weights.get(bucket) ?? 0) + share);
  });
  const buckets = Int32Array.from(heaviest(weights, MOST_BUCKETS, LEAST_TEXT_WEIGHT));
  const rarity = Float64Array.from(buckets, (bucket) => Math.log((1 + total) / (1 + (weights.get(bucket) ?? 0))) + 1);
  return { kind: 'text', column: column.name, buckets, rarity };
}

function learn(column: Column, weight: Float64Array): ColumnEncoder {
  if (column.kind === 'categorical') return learnCategories(column, weight);
  if (column.kind === 'text') return learnTexts(column, weight);
  return learnNumbers(column.name, column.values, weight);
}

/** Encoders in the order of column names, so that the order of columns in the frame cannot matter. */
export function learnEncoders(x: Frame, weight: Float64Array): ColumnEncoder[] {
  return [...x.columns].sort((a, b) => (a.name < b.name ? -1 : 1)).map((column) => learn(column, weight));
}
