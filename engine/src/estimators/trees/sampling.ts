import { drawFirst, type Random } from '../../core/random.ts';
import type { Session } from './session.ts';

function mix(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * A number per row that depends on what the row says (bins and target), not on where it stands. Sampling by it treats a
 * row of weight 2 exactly like the same row twice, and does not care about the order of rows.
 */
export function contentHashes({ layout, buffer }: Session): Uint32Array {
  const bins = new Uint8Array(buffer, layout.matrix, layout.rows * layout.stride);
  const targets = new Uint32Array(buffer, layout.targets, layout.rows * 2);
  const hashes = new Uint32Array(layout.rows);
  for (let row = 0; row < layout.rows; row += 1) {
    let h = mix((targets[2 * row] as number) ^ mix(targets[2 * row + 1] as number));
    const at = row * layout.stride;
    for (let f = 0; f < layout.features; f += 1) h = Math.imul(h, 0x9e3779b1) + (bins[at + f] as number);
    hashes[row] = mix(h);
  }
  return hashes;
}

/** Uniform in [0, 1) for a row under one salt. */
const chanceOf = (hash: number, salt: number): number => mix(hash ^ salt) / 4294967296;

/** Puts the rows to learn from at the front of the index; gives their number. */
export function bagRows(index: Int32Array, hashes: Uint32Array | undefined, share: number, random: Random): number {
  if (hashes === undefined) {
    for (let i = 0; i < index.length; i += 1) index[i] = i;
    return index.length;
  }
  const salt = random.fork('rows').int(4294967296);
  let front = 0;
  let back = index.length;
  for (let row = 0; row < index.length; row += 1) {
    if (chanceOf(hashes[row] as number, salt) < share) index[front++] = row;
    else index[--back] = row;
  }
  return front;
}

/** A share of the features, at least one, in ascending order. */
export function pickFeatures(features: Int32Array, share: number, random: Random): Int32Array {
  if (share >= 1) return features;
  return pickSome(features, Math.max(1, Math.round(share * features.length)), random.fork('columns'));
}

/** So many of the features without replacement, in ascending order. */
export function pickSome(features: Int32Array, wanted: number, random: Random): Int32Array {
  const pool = features.slice();
  drawFirst(pool, wanted, random);
  return pool.subarray(0, wanted).sort();
}

/** Chances of being drawn at most 0, 1, 2, ... times when as many rows are drawn as there are (Poisson with mean 1). */
const CUMULATIVE = Array.from({ length: 8 }, () => 0);
for (let k = 0, term = Math.exp(-1), sum = 0; k < CUMULATIVE.length; k += 1) {
  sum += term;
  CUMULATIVE[k] = sum;
  term /= k + 1;
}

/** How much each row counts in one bootstrap. Rows that say the same are drawn together (see `contentHashes`). */
export function bootstrapCounts(
  hashes: Uint32Array,
  weight: Float64Array | undefined,
  draw: boolean,
  random: Random,
): Float64Array {
  const salt = random.fork('bootstrap').int(4294967296);
  const counts = new Float64Array(hashes.length);
  let any = false;
  for (let row = 0; row < hashes.length; row += 1) {
    const chance = chanceOf(hashes[row] as number, salt);
    const place = CUMULATIVE.findIndex((sum) => chance < sum);
    const times = draw ? (place < 0 ? CUMULATIVE.length : place) : 1;
    counts[row] = times * (weight === undefined ? 1 : (weight[row] as number));
    any ||= (counts[row] as number) > 0;
  }
  if (!any) counts.set(weight ?? new Float64Array(hashes.length).fill(1));
  return counts;
}
