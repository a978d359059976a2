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
