import { chanceOf } from '../gbdt/sampling.ts';
import type { Random } from '../random/random.ts';

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
