/** How the vectors of a vector database are searched; the record says so. */
export type VectorIndexKind = 'scan' | 'pgvector' | 'pgvector-hnsw' | 'pgvector-hnsw-half';

/** More dimensions than these the extension does not keep, index, or index at half precision. */
const MOST_DIMENSIONS = { vector: 16_000, hnsw: 2_000, half: 4_000 } as const;
/** A vector that is kept in its row has to fit into a page of 8 kB. */
const MOST_INLINE = 1_990;
/** Fewer are compared one by one sooner than a graph of them is walked. */
const LEAST_FOR_HNSW = 10_000;
/** Allowed chunks are looked up one by one when they are at most one in this many. */
const SPARSE = 50;

const isSince = (version: string, major: number, minor: number): boolean => {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > major || (first === major && second >= minor);
};

/** What a version of the extension can do for so many vectors of so many dimensions. */
export function kindFor(version: string, dimensions: number, chunks: number): VectorIndexKind {
  if (dimensions > MOST_DIMENSIONS.vector) return 'scan';
  if (chunks < LEAST_FOR_HNSW) return 'pgvector';
  if (dimensions <= MOST_DIMENSIONS.hnsw) return isSince(version, 0, 5) ? 'pgvector-hnsw' : 'pgvector';
  return dimensions <= MOST_DIMENSIONS.half && isSince(version, 0, 7) ? 'pgvector-hnsw-half' : 'pgvector';
}

export const isInline = (dimensions: number): boolean => dimensions <= MOST_INLINE;

/** The chunks a question may see, as the database is told: all, a few by number, or a bit each. */
export type Seen = 'all' | { readonly chunks: readonly number[] } | { readonly bits: Buffer };

export function seenOf(allowed: Uint8Array | undefined): Seen {
  if (allowed === undefined) return 'all';
  const count = allowed.reduce((sum, one) => sum + one, 0);
  if (count === allowed.length) return 'all';
  if (count * SPARSE > allowed.length) return { bits: bitsOf(allowed) };
  const chunks: number[] = [];
  for (let chunk = allowed.indexOf(1); chunk !== -1; chunk = allowed.indexOf(1, chunk + 1)) chunks.push(chunk);
  return { chunks };
}

/** In the order in which PostgreSQL counts them: the lowest of the first byte first. */
function bitsOf(allowed: Uint8Array): Buffer {
  const bits = Buffer.alloc(Math.ceil(allowed.length / 8));
  for (let chunk = 0; chunk < allowed.length; chunk++)
    if (allowed[chunk] !== 0) bits[chunk >> 3] = (bits[chunk >> 3] as number) | (1 << (chunk & 7));
  return bits;
}
