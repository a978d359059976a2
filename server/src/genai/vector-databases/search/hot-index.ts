import {
  diverse,
  type Found,
  fuse,
  type LexicalIndex,
  lexicalIndex,
  openEmbedder,
  type TextEmbedder,
  type VectorIndex,
  vectorIndex,
} from '@almanac/engine';
import type { Settings } from '../../genai.tables.ts';
import { AllowedRows } from './allowed-rows.ts';
import type { Chunk } from './chunk.ts';

export interface IndexFiles {
  readonly lines: Uint8Array;
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** Null where queries come embedded. */
  readonly embedder: Uint8Array | null;
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

export interface Hit {
  readonly text: string;
  readonly source: string | null;
  readonly metadata: Settings;
  readonly similarity: number;
}

/** What is looked at before the best are chosen. */
const CANDIDATES = 50;

/** Everything of one vector database that a search needs, in memory. */
export class HotIndex {
  readonly bytes: number;
  readonly #chunks: readonly Chunk[];
  readonly #allowed: AllowedRows;
  readonly #files: IndexFiles;
  readonly #vectors: VectorIndex;
  readonly #words: LexicalIndex;
  readonly #embedder: TextEmbedder | null;

  constructor(files: IndexFiles) {
    this.#files = files;
    const lines = Buffer.from(files.lines.buffer, files.lines.byteOffset, files.lines.length).toString('utf8');
    this.#chunks = lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Chunk);
    this.#allowed = new AllowedRows(this.#chunks);
    this.#vectors = vectorIndex(files.vectors, files.dimensions);
    this.#words = lexicalIndex(this.#chunks.map(({ text }) => text));
    this.#embedder = files.embedder === null ? null : openEmbedder(files.embedder);
    // Texts are held once, their words about twice more; of vectors there are the numbers and their codes.
    this.bytes = files.lines.length * 4 + files.vectors.byteLength * 1.25 + (files.embedder?.length ?? 0);
  }

  /** What the pieces belong to, each once. */
  items(column: string): readonly string[] {
    return this.#allowed.items(column);
  }

  search(asked: Search): Hit[] {
    const allowed = this.#allowed.of(asked);
    const vector = asked.vector ?? this.#embedded(asked.query);
    const wide = Math.max(CANDIDATES, asked.most * 2);
    const near = this.#vectors.search(vector, wide, allowed);
    // A vector without length is near to nothing: the words alone decide.
    const rankings = vector.some((value) => value !== 0) ? [near] : [];
    const ranked = fuse([...rankings, this.#words.search(asked.query, wide, allowed)], wide);
    const candidates = ranked.map(({ row }) => ({ row, similarity: this.#cosine(vector, row) }));
    const chosen =
      asked.diversity === null
        ? candidates.slice(0, asked.most)
        : diverse(candidates, (a, b) => this.#vectors.similarity(a, b), asked.most, asked.diversity);
    return chosen.map((found) => this.#hit(found, asked.withNeighbours));
  }

  #embedded(query: string): Float32Array {
    const vector = new Float32Array(this.#files.dimensions);
    if (this.#embedder !== null) vector.set(this.#embedder.embed(query));
    return vector;
  }

  #cosine(query: Float32Array, row: number): number {
    const { vectors, dimensions } = this.#files;
    let [sum, one, two] = [0, 0, 0];
    for (let i = 0; i < dimensions; i++) {
      const [a, b] = [query[i] as number, vectors[row * dimensions + i] as number];
      sum += a * b;
      one += a * a;
      two += b * b;
    }
    return one === 0 || two === 0 ? 0 : sum / Math.sqrt(one * two);
  }

  /** Neighbours are of the same document, which has one reader's rights and one metadata. */
  #hit({ row, similarity }: Found, withNeighbours: boolean): Hit {
    const { text, source, metadata, document } = this.#chunks[row] as Chunk;
    const reach = withNeighbours ? this.#chunks.slice(Math.max(0, row - 1), row + 2) : [];
    const near = reach.filter((one) => one.document === document).map((one) => one.text);
    return { text: near.length > 0 ? near.join('\n') : text, source, metadata, similarity };
  }
}
