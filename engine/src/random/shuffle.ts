import type { Random } from './random.ts';

/** The rows 0..rows-1 in random order (Fisher and Yates). */
export function shuffledRows(rows: number, random: Random): Int32Array {
  const order = new Int32Array(rows);
  for (let i = 0; i < rows; i += 1) {
    const j = random.int(i + 1);
    order[i] = order[j] as number;
    order[j] = i;
  }
  return order;
}
