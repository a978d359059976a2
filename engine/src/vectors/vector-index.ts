import { vectorMemory } from '../kernels/vector-kernels.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import { leastOfMost } from './least-of-most.ts';
import { codesOf } from './vector-codes.ts';

export interface Found {
  readonly row: number;
  /** Cosine of the angle between the row and the query; 0 where one of them has no length. */
  readonly similarity: number;
}

/** Vectors that can be searched. */
export interface VectorIndex {
  readonly rows: number;
  readonly dimensions: number;
  /**
   * The rows most like the query, best first, exactly: equal to comparing every row in full precision. `allowed` has a
   * byte a row; rows with a zero are as if they were not there.
   */
  search(query: Float32Array, most: number, allowed?: Uint8Array): Found[];
  similarity(a: number, b: number): number;
}

const LANES = 16;

/**
 * An exact search by cosine that reads a byte a dimension first: 8-bit codes give every row a similarity and a bound of
 * its error (Cauchy and Schwarz), and only rows that could still be among the best are compared in full. The filtering
 * by a coarse code with a proven bound follows the VA-file (Weber, Schek and Blott 1998).
 */
export function vectorIndex(vectors: Float32Array, dimensions: number, kind: 'wasm' | 'twin' = 'wasm'): VectorIndex {
  const rows = vectors.length / dimensions;
  if (!Number.isInteger(rows) || dimensions < 1)
    throw new EngineProblem(
      'vectors.shape',
      `${vectors.length} numbers are not rows of ${dimensions}. Give whole rows.`,
    );
  const stride = Math.ceil(dimensions / LANES) * LANES;
  const [queryAt, sumsAt] = [rows * stride, (rows + 1) * stride];
  const memory = vectorMemory(sumsAt + rows * 4 + LANES, kind);
  const bytes = new Int8Array(memory.buffer);
  const sums = new Int32Array(memory.buffer, sumsAt, rows);
  /** By row, of the row at length 1: what a code stands for, and how far codes are from the row. */
  const [factors, slacks, lengths] = [new Float32Array(rows), new Float32Array(rows), new Float32Array(rows)];
  for (let row = 0; row < rows; row += 1) {
    const { unit, error, length } = codesOf(vectors, row * dimensions, dimensions, bytes, row * stride);
    lengths[row] = length;
    factors[row] = length === 0 ? 0 : unit / length;
    slacks[row] = length === 0 ? 0 : error / length + ROUNDING;
  }
  const uppers = new Float32Array(rows);

  function exact(query: Float32Array, from: number, queryLength: number, row: number): number {
    const start = row * dimensions;
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1) sum += (query[from + i] as number) * (vectors[start + i] as number);
    const scale = queryLength * (lengths[row] as number);
    return scale === 0 ? 0 : sum / scale;
  }

  function search(query: Float32Array, most: number, allowed?: Uint8Array): Found[] {
    if (query.length !== dimensions)
      throw new EngineProblem(
        'vectors.query',
        `The query has ${query.length} numbers, the rows have ${dimensions}. Embed both the same way.`,
      );
    const asked = codesOf(query, 0, dimensions, bytes, queryAt);
    memory.kernels.dots(0, stride, queryAt, 0, rows, sumsAt);
    const scale = asked.length === 0 ? 0 : asked.unit / asked.length;
    const slack = asked.length === 0 ? 0 : asked.error / asked.length + ROUNDING;
    const lowest = leastOfMost(Math.min(most, rows));
    for (let row = 0; row < rows; row += 1) {
      if (allowed !== undefined && allowed[row] === 0) {
        uppers[row] = Number.NEGATIVE_INFINITY;
        continue;
      }
      const about = (sums[row] as number) * (factors[row] as number) * scale;
      const off = (slacks[row] as number) + slack * (1 + (slacks[row] as number));
      uppers[row] = about + off;
      if (about - off > lowest.bar) lowest.take(about - off);
    }
    const found: Found[] = [];
    for (let row = 0; row < rows; row += 1) {
      const upper = uppers[row] as number;
      if (upper >= lowest.bar && upper !== Number.NEGATIVE_INFINITY)
        found.push({ row, similarity: exact(query, 0, asked.length, row) });
    }
    return found.sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, most);
  }

  return {
    rows,
    dimensions,
    search,
    similarity: (a, b) => exact(vectors, a * dimensions, lengths[a] as number, b),
  };
}

/** Room for the rounding of 32-bit units, errors and lengths. */
const ROUNDING = 1e-5;
