import { diverse, type Found, fuse, type VectorIndex, vectorIndex } from '@almanac/engine';
import type { Settings } from '../../genai.tables.ts';

/** A document as a row of the dataset has it. */
export interface Document {
  readonly text: string;
  readonly source: string | null;
  readonly metadata: Settings;
}

/** A piece of one; `document` is its number, so that neighbours are known. */
export interface Chunk extends Document {
  readonly document: number;
}

/** What a search asks of whatever holds the vectors. Chunks are numbered by their place in the vector database. */
export interface Question {
  readonly vector: Float32Array;
  /** How many of the nearest are wanted. */
  readonly most: number;
  /** A byte a chunk; those with a zero are as if they were not there. Undefined: all are. */
  readonly allowed: Uint8Array | undefined;
  /** Chunks found otherwise, whose vectors are wanted too. */
  readonly also: readonly number[];
}

export interface Neighbours {
  /** The nearest by cosine, best first. */
  readonly near: readonly number[];
  /** Vectors of the nearest and of those asked for besides. */
  readonly vectors: ReadonlyMap<number, Float32Array>;
}

/** Finds the nearest chunks by vector among those allowed: `ScannedVectors` in memory, `PgvectorChunks` in the database. */
export interface NearestChunks {
  find(question: Question): Neighbours | Promise<Neighbours>;
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let [sum, one, two] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    sum += x * y;
    one += x * x;
    two += y * y;
  }
  return one === 0 || two === 0 ? 0 : sum / Math.sqrt(one * two);
}

/** A vector without length is near to nothing. */
export const hasLength = (vector: Float32Array): boolean => vector.some((value) => value !== 0);

interface Wanted {
  readonly most: number;
  /** Weight of likeness against difference; null takes the likest. */
  readonly diversity: number | null;
}

/**
 * The chunks to answer from, with their cosines: the nearest and those with the words of the question merged by their
 * places, then the first of them, or those that differ. The same wherever the nearest were found.
 */
export function choose({ most, diversity }: Wanted, question: Question, { near, vectors }: Neighbours): Found[] {
  const { vector, also } = question;
  const places = (chunks: readonly number[]) => chunks.map((row) => ({ row, similarity: 0 }));
  // Where the question has no direction, the words alone decide.
  const rankings = hasLength(vector) ? [places(near), places(also)] : [places(also)];
  const of = (row: number): Float32Array => vectors.get(row) ?? new Float32Array(vector.length);
  const candidates = fuse(rankings, Math.max(question.most, also.length)).map(({ row }) => ({
    row,
    similarity: cosine(vector, of(row)),
  }));
  if (diversity === null) return candidates.slice(0, most);
  return diverse(candidates, (a, b) => cosine(of(a), of(b)), most, diversity);
}

/** All vectors in memory, every allowed one compared. */
export class ScannedVectors implements NearestChunks {
  readonly #numbers: Float32Array;
  readonly #index: VectorIndex;

  constructor(numbers: Float32Array, dimensions: number) {
    this.#numbers = numbers;
    this.#index = vectorIndex(numbers, dimensions);
  }

  find({ vector, most, allowed, also }: Question): Neighbours {
    const { dimensions } = this.#index;
    const near = most === 0 ? [] : this.#index.search(vector, most, allowed).map(({ row }) => row);
    const at = (chunk: number) => this.#numbers.subarray(chunk * dimensions, (chunk + 1) * dimensions);
    return { near, vectors: new Map([...near, ...also].map((chunk) => [chunk, at(chunk)])) };
  }
}

export interface Search {
  readonly query: string;
  /** Null: embedded here. */
  readonly vector: Float32Array | null;
  readonly most: number;
  /** Weight of likeness against difference; null takes the likest. */
  readonly diversity: number | null;
  readonly withNeighbours: boolean;
  readonly filter: Settings | null;
  /** Pieces of other items are as if they were not there. Null where everybody may read everything. */
  readonly readable: { readonly column: string; readonly items: readonly string[] } | null;
}
