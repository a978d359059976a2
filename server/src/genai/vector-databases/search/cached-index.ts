import { type Found, type LexicalIndex, lexicalIndex, openEmbedder, type TextEmbedder } from '@almanac/engine';
import type { Settings } from '../../genai.tables.ts';
import { AllowedRows } from './allowed-rows.ts';
import {
  type Chunk,
  choose,
  hasLength,
  type Neighbours,
  type Question,
  ScannedVectors,
  type Search,
} from './chunks.ts';

/** What of a vector database is held in memory. */
export interface OpenedFiles {
  readonly lines: Uint8Array;
  /** Null where they are searched in the database. */
  readonly vectors: Float32Array | null;
  readonly dimensions: number;
  /** Null where queries come embedded. */
  readonly embedder: Uint8Array | null;
}

export interface IndexFiles extends OpenedFiles {
  readonly vectors: Float32Array;
}

export interface Hit {
  readonly text: string;
  readonly source: string | null;
  readonly metadata: Settings;
  readonly similarity: number;
}

/** What is looked at before the best are chosen. */
const CANDIDATES = 50;

/** Everything of one vector database that a search needs in memory. */
export class CachedIndex {
  readonly bytes: number;
  readonly #chunks: readonly Chunk[];
  readonly #allowed: AllowedRows;
  readonly #dimensions: number;
  readonly #vectors: ScannedVectors | null;
  readonly #words: LexicalIndex;
  readonly #embedder: TextEmbedder | null;

  constructor(files: OpenedFiles) {
    const lines = Buffer.from(files.lines.buffer, files.lines.byteOffset, files.lines.length).toString('utf8');
    this.#chunks = lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Chunk);
    this.#allowed = new AllowedRows(this.#chunks);
    this.#dimensions = files.dimensions;
    this.#vectors = files.vectors === null ? null : new ScannedVectors(files.vectors, files.dimensions);
    this.#words = lexicalIndex(this.#chunks.map(({ text }) => text));
    this.#embedder = files.embedder === null ? null : openEmbedder(files.embedder);
    // Texts are held once, their words about twice more; of vectors there are the numbers and their codes.
    this.bytes = files.lines.length * 4 + (files.vectors?.byteLength ?? 0) * 1.25 + (files.embedder?.length ?? 0);
  }

  /** What the pieces belong to, each once. */
  items(column: string): readonly string[] {
    return this.#allowed.items(column);
  }

  search(asked: Search): Hit[] {
    if (this.#vectors === null) throw new Error('The vectors of this vector database are searched in the database.');
    const question = this.question(asked);
    return this.hits(asked, question, this.#vectors.find(question));
  }

  /** What filter, rights and words decide before vectors are looked at. */
  question(asked: Search): Question {
    const allowed = this.#allowed.of(asked);
    const vector = asked.vector ?? this.#embedded(asked.query);
    const wide = Math.max(CANDIDATES, asked.most * 2);
    const also = this.#words.search(asked.query, wide, allowed).map(({ row }) => row);
    return { vector, most: hasLength(vector) ? wide : 0, allowed, also };
  }

  hits(asked: Search, question: Question, neighbours: Neighbours): Hit[] {
    return choose(asked, question, neighbours).map((found) => this.#hit(found, asked.withNeighbours));
  }

  #embedded(query: string): Float32Array {
    const vector = new Float32Array(this.#dimensions);
    if (this.#embedder !== null) vector.set(this.#embedder.embed(query));
    return vector;
  }

  /** Neighbours are of the same document, which has one reader's rights and one metadata. */
  #hit({ row, similarity }: Found, withNeighbours: boolean): Hit {
    const { text, source, metadata, document } = this.#chunks[row] as Chunk;
    const reach = withNeighbours ? this.#chunks.slice(Math.max(0, row - 1), row + 2) : [];
    const near = reach.filter((one) => one.document === document).map((one) => one.text);
    return { text: near.length > 0 ? near.join('\n') : text, source, metadata, similarity };
  }
}

/** Those used last, as many as fit; one always does. */
export class IndexCache {
  readonly #held = new Map<string, CachedIndex>();
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(id: string): CachedIndex | undefined {
    const found = this.#held.get(id);
    if (found === undefined) return undefined;
    this.#held.delete(id);
    this.#held.set(id, found);
    return found;
  }

  open(id: string, files: OpenedFiles): void {
    this.#held.set(id, new CachedIndex(files));
    let bytes = [...this.#held.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [old, { bytes: freed }] of this.#held) {
      if (bytes <= this.#mostBytes || old === id) break;
      this.#held.delete(old);
      bytes -= freed;
    }
  }
}
