import type { Random } from '../random/random.ts';

/** Rows of a float32 matrix with what each weighs. */
export interface WeightedRows {
  readonly matrix: Float32Array;
  readonly width: number;
  readonly weight: Float64Array;
}

/** Equal rows become one of their common weight, in an order of their own: where a row stood makes no difference. */
export function distinctRows(matrix: Float32Array, width: number, weight: Float64Array | undefined): WeightedRows {
  const bits = new Uint32Array(matrix.buffer, matrix.byteOffset, matrix.length);
  const byContent = new Map<string, { row: number; weight: number }>();
  for (let row = 0; row < matrix.length / width; row += 1) {
    const w = weight === undefined ? 1 : (weight[row] as number);
    if (w === 0) continue;
    const content = bits.subarray(row * width, (row + 1) * width).join();
    const known = byContent.get(content);
    if (known === undefined) byContent.set(content, { row, weight: w });
    else known.weight += w;
  }
  const sorted = [...byContent].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return {
    matrix: gather(
      matrix,
      width,
      sorted.map(({ row }) => row),
    ),
    width,
    weight: Float64Array.from(sorted, (value) => value.weight),
  };
}

function gather(matrix: Float32Array, width: number, rows: readonly number[]): Float32Array {
  const picked = new Float32Array(rows.length * width);
  rows.forEach((row, at) => {
    picked.set(matrix.subarray(row * width, (row + 1) * width), at * width);
  });
  return picked;
}

/** Draws rows without replacement, by weight, until they weigh `wanted`; the last one counts in part. */
export function drawRows(rows: WeightedRows, wanted: number, random: Random): WeightedRows {
  // Exponential clocks (Efraimidis and Spirakis 2006): the rows whose clocks ring first are a sample by weight.
  const rings = Float64Array.from(rows.weight, (weight) => -Math.log(1 - random.next()) / weight);
  const order = Array.from(rings.keys()).sort((a, b) => (rings[a] as number) - (rings[b] as number));
  const picked: number[] = [];
  const weights: number[] = [];
  let sum = 0;
  for (const row of order) {
    if (sum >= wanted) break;
    const weight = Math.min(rows.weight[row] as number, wanted - sum);
    picked.push(row);
    weights.push(weight);
    sum += weight;
  }
  return { matrix: gather(rows.matrix, rows.width, picked), width: rows.width, weight: Float64Array.from(weights) };
}
