import type { Settings } from '../../genai.tables.ts';
import type { Chunk, Search } from './chunks.ts';
import { matcher } from './metadata-filter.rules.ts';

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
