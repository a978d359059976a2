import { type Found, type LexicalIndex, lexicalIndex, openEmbedder, type TextEmbedder } from '@almanac/engine';
import type { Settings } from '../../genai.tables.ts';
import {
  type Chunk,
  choose,
  hasLength,
  type Neighbours,
  type Question,
  ScannedVectors,
  type Search,
} from './chunks.ts';
import { matcher } from './metadata-filter.rules.ts';

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

const SOURCE_COLUMN = 'document_file_path';
/** Questions of one application ask with the same few filters again and again. */
const MOST_FILTERS = 32;

/** What each chunk belongs to, as a number, so that rights are looked up once an item and not once a chunk. */
interface Items {
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  /** Place in `names`; the last place is that of chunks that belong to nothing. */
  readonly numbers: Int32Array;
}

/** Which chunks a question may see: those a filter leaves, of items its asker may read. */
export class AllowedRows {
  readonly #chunks: readonly Chunk[];
  readonly #items = new Map<string, Items>();
  /** The same filter leaves the same chunks: a vector database never changes. */
  readonly #filtered = new Map<string, Uint8Array>();

  constructor(chunks: readonly Chunk[]) {
    this.#chunks = chunks;
  }

  /** What the pieces belong to, each once. */
  items(column: string): readonly string[] {
    return this.#itemsBy(column).names;
  }

  /** Undefined: all of them. */
  of({ filter, readable }: Pick<Search, 'filter' | 'readable'>): Uint8Array | undefined {
    const left = filter === null ? undefined : this.#leftBy(filter);
    if (readable === null) return left;
    const { names, places, numbers } = this.#itemsBy(readable.column);
    const mayRead = new Uint8Array(names.length + 1);
    for (const name of readable.items) {
      const place = places.get(name);
      if (place !== undefined) mayRead[place] = 1;
    }
    const allowed = new Uint8Array(numbers.length);
    for (let row = 0; row < allowed.length; row++)
      allowed[row] = (mayRead[numbers[row] as number] as number) & (left === undefined ? 1 : (left[row] as number));
    return allowed;
  }

  #leftBy(filter: Settings): Uint8Array {
    const key = JSON.stringify(filter);
    const known = this.#filtered.get(key);
    if (known !== undefined) return known;
    const matches = matcher(filter);
    const left = Uint8Array.from(this.#chunks, (chunk) => (matches(columnsOf(chunk)) ? 1 : 0));
    const [oldest] = this.#filtered.keys();
    if (this.#filtered.size >= MOST_FILTERS && oldest !== undefined) this.#filtered.delete(oldest);
    this.#filtered.set(key, left);
    return left;
  }

  #itemsBy(column: string): Items {
    const known = this.#items.get(column);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    const numbers = Int32Array.from(this.#chunks, (chunk) => {
      const item = itemOf(chunk, column);
      if (item === null) return -1;
      const number = found.get(item) ?? found.size;
      found.set(item, number);
      return number;
    });
    for (let row = 0; row < numbers.length; row++) if (numbers[row] === -1) numbers[row] = found.size;
    const items = { names: [...found.keys()], places: found, numbers };
    // Two at most: the file, and the column a source is bound by.
    if (this.#items.size >= 2) this.#items.clear();
    this.#items.set(column, items);
    return items;
  }
}

const columnsOf = ({ metadata, source }: Chunk): Settings => ({ ...metadata, [SOURCE_COLUMN]: source });

function itemOf({ metadata, source }: Chunk, column: string): string | null {
  const item = column === SOURCE_COLUMN ? source : metadata[column];
  return item === null || item === undefined || item === '' ? null : String(item);
}
