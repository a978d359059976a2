import type { CategoricalColumn, Column, TextColumn } from '../../frame/column.ts';
import type { Frame } from '../../frame/frame.ts';
import { hashedNgrams } from '../../text/hashed-ngrams.ts';
import { type ColumnEncoder, TEXT_BITS } from './column-encoder.ts';

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
