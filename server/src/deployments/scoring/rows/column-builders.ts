import type { Column } from '@almanac/engine';
import type { ManifestColumn } from '../../model-manifest.ts';
import { dateReader, numberIn, plainNumber, truthIn } from './parse-cell.ts';
import type { KeptCell } from './sent-rows.ts';

/** Takes the cells of one column as they come, from bytes of UTF-8 or from JSON. False for a cell it cannot read. */
interface CellSink {
  bytes(row: number, bytes: Uint8Array, from: number, to: number): boolean;
  value(row: number, value: KeptCell): boolean;
  /** The cell has no value. */
  none(row: number): void;
}

export interface ColumnSink extends CellSink {
  /** What a cell should be, for the sentence that refuses one. */
  readonly wanted: string;
  finish(rows: number): Column;
}

const utf8 = new TextDecoder();
export const textOf = (bytes: Uint8Array, from: number, to: number): string => utf8.decode(bytes.subarray(from, to));

export function columnSink(column: ManifestColumn, capacity: number): ColumnSink {
  switch (column.kind) {
    case 'numeric':
      return new NumberSink(column.name, 'numeric', numberIn, capacity);
    case 'boolean':
      return new NumberSink(column.name, 'boolean', truthIn, capacity);
    case 'date':
      return new NumberSink(column.name, 'date', dateReader(column.dateFormat), capacity, column.dateFormat);
    case 'categorical':
      return new WordSink(column.name, capacity);
    case 'text':
      return new TextSink(column.name);
  }
}

const SHOULD_BE = { numeric: 'a number', boolean: 'true or false', date: 'a date' } as const;

class NumberSink implements ColumnSink {
  readonly wanted: string;
  readonly #name: string;
  readonly #kind: 'numeric' | 'boolean' | 'date';
  readonly #read: (text: string) => number | undefined;
  readonly #values: Float64Array;

  constructor(
    name: string,
    kind: 'numeric' | 'boolean' | 'date',
    read: (text: string) => number | undefined,
    capacity: number,
    format: string | null = null,
  ) {
    this.#name = name;
    this.#kind = kind;
    this.#read = read;
    this.#values = new Float64Array(capacity);
    this.wanted = format === null ? SHOULD_BE[kind] : `a date like ${format} or 2024-05-31T12:00:00Z`;
  }

  bytes(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#kind === 'numeric') {
      const plain = plainNumber(bytes, from, to);
      if (!Number.isNaN(plain)) {
        this.#values[row] = plain;
        return true;
      }
    }
    return this.#text(row, textOf(bytes, from, to));
  }

  value(row: number, value: KeptCell): boolean {
    if (typeof value === 'string') return this.#text(row, value);
    if (typeof value === 'boolean' && this.#kind !== 'date') this.#values[row] = value ? 1 : 0;
    else if (typeof value === 'number' || typeof value === 'bigint') return this.#number(row, Number(value));
    else return false;
    return true;
  }

  none(row: number): void {
    this.#values[row] = Number.NaN;
  }

  #number(row: number, value: number): boolean {
    this.#values[row] = value;
    return this.#kind === 'numeric' || (this.#kind === 'date' ? Number.isFinite(value) : value === 0 || value === 1);
  }

  #text(row: number, text: string): boolean {
    const value = this.#read(text);
    this.#values[row] = value ?? Number.NaN;
    return value !== undefined;
  }

  finish(rows: number): Column {
    return { kind: this.#kind, name: this.#name, values: this.#values.subarray(0, rows) };
  }
}

class WordSink implements ColumnSink {
  readonly wanted = 'a text';
  readonly #name: string;
  readonly #codes: Int32Array;
  readonly #words = new WordTable();

  constructor(name: string, capacity: number) {
    this.#name = name;
    this.#codes = new Int32Array(capacity);
  }

  bytes(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    this.#codes[row] = this.#words.ofBytes(bytes, from, to);
    return true;
  }

  value(row: number, value: KeptCell): boolean {
    this.#codes[row] = value === '' ? -1 : this.#words.ofText(String(value));
    return true;
  }

  none(row: number): void {
    this.#codes[row] = -1;
  }

  finish(rows: number): Column {
    return { kind: 'categorical', name: this.#name, codes: this.#codes.subarray(0, rows), levels: this.#words.levels };
  }
}

class TextSink implements ColumnSink {
  readonly wanted = 'a text';
  readonly #name: string;
  readonly #values: (string | null)[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  bytes(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    this.#values[row] = textOf(bytes, from, to);
    return true;
  }

  value(row: number, value: KeptCell): boolean {
    this.#values[row] = value === '' ? null : String(value);
    return true;
  }

  none(row: number): void {
    this.#values[row] = null;
  }

  finish(rows: number): Column {
    this.#values.length = rows;
    return { kind: 'text', name: this.#name, values: this.#values };
  }
}

/** Cells as they were written, to be handed back. */
export class KeptSink implements CellSink {
  readonly cells: KeptCell[] = [];

  bytes(row: number, bytes: Uint8Array, from: number, to: number): boolean {
    this.cells[row] = textOf(bytes, from, to);
    return true;
  }

  value(row: number, value: KeptCell): boolean {
    this.cells[row] = value;
    return true;
  }

  none(row: number): void {
    this.cells[row] = null;
  }
}

const FIRST_SLOTS = 64;

/**
 * Numbers words in the order they are met. Bytes are compared with bytes: most cells repeat a word that was there
 * before, and making a text of each would cost more than all the rest of reading it.
 */
class WordTable {
  readonly levels: string[] = [];
  readonly #byText = new Map<string, number>();
  #spellings: { readonly hash: number; readonly bytes: Uint8Array; readonly code: number }[] = [];
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);

  ofText(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const code = this.levels.length;
    this.levels.push(text);
    this.#byText.set(text, code);
    return code;
  }

  ofBytes(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const place = this.#slots[slot] as number;
      if (place < 0) break;
      const spelling = this.#spellings[place];
      if (spelling !== undefined && spelling.hash === hash && same(spelling.bytes, bytes, from, to))
        return spelling.code;
      slot = (slot + 1) & mask;
    }
    const own = bytes.slice(from, to);
    const code = this.ofText(utf8.decode(own));
    this.#slots[slot] = this.#spellings.length;
    this.#spellings.push({ hash, bytes: own, code });
    if (this.#spellings.length * 2 > this.#slots.length) this.#grow();
    return code;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    this.#spellings.forEach(({ hash }, place) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      slots[slot] = place;
    });
    this.#slots = slots;
  }
}

function same(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false;
  return true;
}
