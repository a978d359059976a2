import type { Frame } from '@almanac/engine';
import { type ColumnSink, columnSink, KeptSink, textOf } from './column-builders.ts';
import { byteOrderMark, type CsvDialect, DEFAULT_CSV, LINE_FEED, RETURN } from './csv-records.ts';
import { type Flaw, MOST_FLAWS, type SentRows, TooManyColumns, UnreadableRows, type Wanted } from './sent-rows.ts';

/** One cell: bytes [from, to) of `bytes`, which is the text itself or, for a cell with doubled quotes, a copy. */
interface Cell {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Where the next cell begins, and whether it is on the next line. */
  next: number;
  ends: boolean;
}

/** Rows of CSV in UTF-8, read straight into typed columns: no text is made of a cell that holds a number. */
export function readCsv(bytes: Uint8Array, wanted: Wanted, dialect: CsvDialect = DEFAULT_CSV): SentRows {
  const { names, next } = readHead(bytes, dialect, wanted.mostColumns ?? Number.POSITIVE_INFINITY);
  const sinks = new RowSinks(names, wanted, mostRows(bytes, next, names.length));
  return sinks.finish(readBody(bytes, next, dialect, names.length, sinks));
}

/** Where the rows begin, and what their cells are called. */
function readHead(bytes: Uint8Array, dialect: CsvDialect, most: number): { names: string[]; next: number } {
  const start = byteOrderMark(bytes);
  const names: string[] = [];
  const seen = new Set<string>();
  let columns = 0;
  let twice: string | undefined;
  const cell: Cell = { bytes, from: 0, to: 0, next: start, ends: false };
  if (start >= bytes.length)
    throw new UnreadableRows('The request has no data: send a header row and at least one row.');
  while (!cell.ends) {
    readCell(bytes, cell, dialect, 1);
    columns++;
    // Beyond the limit columns are only counted.
    if (columns > most) continue;
    const name = textOf(cell.bytes, cell.from, cell.to).trim();
    if (seen.has(name)) twice ??= name;
    seen.add(name);
    names.push(name);
  }
  if (columns > most) throw new TooManyColumns(columns, most);
  if (twice !== undefined) {
    throw new UnreadableRows(`The header names the column ${JSON.stringify(twice)} twice. Rename or drop one of them.`);
  }
  return { names, next: cell.next };
}

/** At least as many as there are rows: no more than lines, and a row takes a byte a column. */
const mostRows = (bytes: Uint8Array, from: number, width: number): number =>
  Math.min(linesIn(bytes, from), Math.ceil((bytes.length - from + 1) / width));

function linesIn(bytes: Uint8Array, from: number): number {
  let lines = 1;
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  if (lines > 1) return lines;
  for (let at = bytes.indexOf(RETURN, from); at >= 0; at = bytes.indexOf(RETURN, at + 1)) lines++;
  return lines;
}

function readBody(bytes: Uint8Array, begin: number, dialect: CsvDialect, width: number, sinks: RowSinks): number {
  const cell: Cell = { bytes, from: 0, to: 0, next: begin, ends: false };
  let row = 0;
  while (cell.next < bytes.length) {
    const first = bytes[cell.next] as number;
    // A line without anything is no row.
    if (first === LINE_FEED || first === RETURN) {
      cell.next++;
      continue;
    }
    let column = 0;
    do {
      readCell(bytes, cell, dialect, row + 2);
      if (column < width) sinks.take(column, row, cell.bytes, cell.from, cell.to);
      column++;
    } while (!cell.ends);
    if (column !== width) throw wrongWidth(row, column, width);
    row++;
  }
  return row;
}

const wrongWidth = (row: number, cells: number, width: number): UnreadableRows =>
  new UnreadableRows(
    `Row ${row} has ${cells} cells, the header has ${width}. Send the same number of cells, separated by commas, in every ` +
      'row, and put cells that hold a comma in double quotes.',
  );

function readCell(bytes: Uint8Array, cell: Cell, { delimiter, quote }: CsvDialect, line: number): void {
  let at = cell.next;
  if (bytes[at] === quote) {
    readQuoted(bytes, cell, quote, line);
    at = cell.next;
    // What follows a closing quote belongs to nothing; only the separator may.
    while (at < bytes.length && bytes[at] === 0x20) at++;
    const after = bytes[at];
    if (at < bytes.length && after !== delimiter && after !== LINE_FEED && after !== RETURN) {
      throw new UnreadableRows(
        `A quoted cell in row ${line - 2} is followed by ${JSON.stringify(String.fromCharCode(after as number))}. Double the ` +
          'quotes inside a quoted cell.',
      );
    }
  } else {
    const { length } = bytes;
    cell.bytes = bytes;
    cell.from = at;
    while (at < length) {
      const byte = bytes[at] as number;
      if (byte === delimiter || byte === LINE_FEED || byte === RETURN) break;
      at++;
    }
    cell.to = at;
  }
  cell.ends = bytes[at] !== delimiter || at >= bytes.length;
  cell.next = bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
}

function readQuoted(bytes: Uint8Array, cell: Cell, quote: number, line: number): void {
  const from = cell.next + 1;
  let doubled = 0;
  let at = from;
  for (;;) {
    at = bytes.indexOf(quote, at);
    if (at < 0) {
      throw new UnreadableRows(
        `A quoted cell that begins in row ${line - 2} is never closed. Close it with a double quote.`,
      );
    }
    if (bytes[at + 1] !== quote) break;
    doubled++;
    at += 2;
  }
  cell.next = at + 1;
  cell.bytes = bytes;
  cell.from = from;
  cell.to = at;
  if (doubled === 0) return;
  const plain = new Uint8Array(at - from - doubled);
  let to = 0;
  for (let i = from; i < at; i++) {
    plain[to++] = bytes[i] as number;
    if (bytes[i] === quote) i++;
  }
  cell.bytes = plain;
  cell.from = 0;
  cell.to = plain.length;
}

/** Where each cell of a row goes: to a typed column, to the cells that are kept, to both, or nowhere. */
class RowSinks {
  readonly #names: readonly string[];
  readonly #typed: (ColumnSink | undefined)[];
  readonly #kept: (KeptSink | undefined)[];
  readonly #flaws: Flaw[] = [];

  constructor(names: readonly string[], { columns, kept }: Wanted, capacity: number) {
    const known = new Map(columns.map((column) => [column.name, column]));
    const keep = kept === 'all' ? new Set(names) : new Set(kept);
    this.#names = names;
    this.#typed = names.map((name) => {
      const column = known.get(name);
      return column === undefined ? undefined : columnSink(column, capacity);
    });
    this.#kept = names.map((name) => (keep.has(name) ? new KeptSink() : undefined));
  }

  take(column: number, row: number, bytes: Uint8Array, from: number, to: number): void {
    const typed = this.#typed[column];
    if (typed !== undefined) {
      if (from === to) typed.none(row);
      else if (!typed.bytes(row, bytes, from, to) && this.#flaws.length < MOST_FLAWS) {
        const name = this.#names[column] as string;
        this.#flaws.push({ row, column: name, text: textOf(bytes, from, to), wanted: typed.wanted });
      }
    }
    this.#kept[column]?.bytes(row, bytes, from, to);
  }

  finish(rows: number): SentRows {
    const frame: Frame = {
      rows,
      columns: this.#typed.flatMap((sink) => (sink === undefined ? [] : [sink.finish(rows)])),
    };
    const kept = new Map(
      this.#kept.flatMap((sink, at) => (sink === undefined ? [] : [[this.#names[at] as string, sink.cells] as const])),
    );
    return { rows, names: this.#names, frame, kept, flaws: this.#flaws };
  }
}
