import { EngineProblem } from '../core/engine-problem.ts';
import { vectorMemory } from '../kernels/vector-kernels.ts';
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
 * by a coarse code with a proven bound follows the VA-file (Weber, Schek and Blott 1998, "A quantitative analysis and
 * performance study for similarity-search methods in high-dimensional spaces", VLDB).
 */
export function vectorIndex(
  vectors: Float32Array,
  dimensions: number,
  kind: 'wasm' | 'reference' = 'wasm',
): VectorIndex {
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
  const abouts = new Float32Array(rows);

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
    compare(allowed);
    const scale = asked.length === 0 ? 0 : asked.unit / asked.length;
    const slack = asked.length === 0 ? 0 : asked.error / asked.length + ROUNDING;
    // First about how alike each row is: the best by that are compared in full, and the worst of those sets the bar.
    const likely = leastOfMost(Math.min(most, rows));
    for (let row = 0; row < rows; row += 1) {
      if (allowed !== undefined && allowed[row] === 0) {
        abouts[row] = Number.NEGATIVE_INFINITY;
        continue;
      }
      const about = (sums[row] as number) * (factors[row] as number) * scale;
      abouts[row] = about;
      if ((abouts[row] as number) > likely.bar) likely.take(abouts[row] as number);
    }
    const best = leastOfMost(Math.min(most, rows));
    const found: Found[] = [];
    const take = (row: number): void => {
      const similarity = exact(query, 0, asked.length, row);
      found.push({ row, similarity });
      if (similarity > best.bar) best.take(similarity);
    };
    for (let row = 0; row < rows; row += 1) {
      const about = abouts[row] as number;
      if (about >= likely.bar && about !== Number.NEGATIVE_INFINITY) take(row);
    }
    // Then every other row that could reach it, for all that its code is known to be off.
    for (let row = 0; row < rows; row += 1) {
      const about = abouts[row] as number;
      const off = (slacks[row] as number) + slack * (1 + (slacks[row] as number));
      if (about < likely.bar && about + off >= best.bar && about !== Number.NEGATIVE_INFINITY) take(row);
    }
    return found.sort((a, b) => b.similarity - a.similarity || a.row - b.row).slice(0, most);
  }

  /** What is hidden is hardly read: only allowed rows, and short gaps between them, for a call more would cost more. */
  function compare(allowed: Uint8Array | undefined): void {
    const dots = (from: number, to: number) => memory.kernels.dots(0, stride, queryAt, from, to, sumsAt);
    let [from, to] = [0, allowed === undefined ? rows : 0];
    for (let row = 0; allowed !== undefined && row < rows; row += 1) {
      if (allowed[row] === 0) continue;
      if (row - to > SHORT_GAP) {
        if (to > from) dots(from, to);
        from = row;
      }
      to = row + 1;
    }
    if (to > from) dots(from, to);
  }

  return {
    rows,
    dimensions,
    search,
    similarity: (a, b) => exact(vectors, a * dimensions, lengths[a] as number, b),
  };
}

const SHORT_GAP = 4;

/** Room for the rounding of 32-bit units, errors and lengths. */
const ROUNDING = 1e-5;

/**
 * Maximal marginal relevance: takes the rows one by one, each time the one that is most like the query and least like
 * those taken already (Carbonell and Goldstein 1998, "The use of MMR, diversity-based reranking for reordering documents
 * and producing summaries", SIGIR). `weight` 1 is plain similarity, 0 looks at difference alone.
 */
export function diverse(
  candidates: readonly Found[],
  similarity: (a: number, b: number) => number,
  most: number,
  weight: number,
): Found[] {
  const left = candidates.map((one) => ({ ...one, nearest: 0 }));
  const taken: Found[] = [];
  while (taken.length < most && left.length > 0) {
    let best = 0;
    const worth = (at: number) => {
      const one = left[at] as (typeof left)[number];
      return weight * one.similarity - (1 - weight) * one.nearest;
    };
    for (let at = 1; at < left.length; at += 1) if (worth(at) > worth(best)) best = at;
    const [next] = left.splice(best, 1) as [(typeof left)[number]];
    taken.push({ row: next.row, similarity: next.similarity });
    for (const one of left)
      one.nearest = Math.max(
        taken.length === 1 ? Number.NEGATIVE_INFINITY : one.nearest,
        similarity(one.row, next.row),
      );
  }
  return taken;
}

/** The largest numbers seen so far, and the least of them: what the next one has to beat. */
interface LeastOfMost {
  readonly bar: number;
  take(value: number): void;
}

/** A heap of `most` numbers with the least on top. */
export function leastOfMost(most: number): LeastOfMost {
  const heap = new Float64Array(Math.max(most, 1)).fill(Number.NEGATIVE_INFINITY);
  const self = {
    bar: most < 1 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
    take(value: number) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
        if ((heap[child] as number) >= value) break;
        heap[at] = heap[child] as number;
        at = child;
      }
      heap[at] = value;
      self.bar = heap[0] as number;
    },
  };
  return self;
}
