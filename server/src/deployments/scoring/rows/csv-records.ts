import type { Readable } from 'node:stream';

/** How cells are separated: comma and double quote by default. */
export interface CsvDialect {
  readonly delimiter: number;
  readonly quote: number;
}

export const DEFAULT_CSV: CsvDialect = { delimiter: 0x2c, quote: 0x22 };

export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;

/** Length of the byte order mark at the start, if there is one. */
export const byteOrderMark = (bytes: Uint8Array): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

/** What ends a line in this text: a line feed, or in old files a return alone. */
export function lineEndOf(bytes: Uint8Array): number {
  return bytes.includes(LINE_FEED) || !bytes.includes(RETURN) ? LINE_FEED : RETURN;
}

/**
 * Where the last whole record of bytes [from, to) ends, or -1 when none ends there. `from` must be where a record begins:
 * a quote opens a cell only right after a separator, and inside a quoted cell nothing separates.
 */
export function lastRecordEnd(bytes: Buffer, from: number, to: number, dialect: CsvDialect, lineEnd: number): number {
  const first = bytes.indexOf(dialect.quote, from);
  if (first < 0 || first >= to) {
    const end = bytes.lastIndexOf(lineEnd, to - 1);
    return end < from ? -1 : end + 1;
  }
  return scan(bytes, from, to, dialect, [lineEnd, lineEnd], false);
}

/** Where the record that begins at `from` ends, or -1 when it does not end in the bytes. */
export const firstRecordEnd = (bytes: Uint8Array, from: number, dialect: CsvDialect, lineEnd: number): number =>
  scan(bytes, from, bytes.length, dialect, [lineEnd, lineEnd], true);

/** Where `most` rows end that begin at `from`, and how many there were. Empty lines are not rows. */
export function endAfterRows(
  bytes: Uint8Array,
  from: number,
  most: number,
  dialect: CsvDialect = DEFAULT_CSV,
): { readonly end: number; readonly rows: number } {
  let at = from;
  let rows = 0;
  while (at < bytes.length) {
    if (bytes[at] === LINE_FEED || bytes[at] === RETURN) at++;
    else if (rows === most) break;
    else {
      const end = scan(bytes, at, bytes.length, dialect, [LINE_FEED, RETURN], true);
      at = end < 0 ? bytes.length : end;
      rows++;
    }
  }
  return { end: at, rows };
}

function scan(
  bytes: Uint8Array,
  from: number,
  to: number,
  { quote, delimiter }: CsvDialect,
  [lineEnd, otherEnd]: readonly [number, number],
  isFirst: boolean,
): number {
  let end = -1;
  let isStart = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === quote && isStart) {
      at = closingQuote(bytes, at + 1, quote);
      // The last byte may be the first of a doubled quote.
      if (at < 0 || at >= to - 1) return end;
      isStart = false;
    } else if (byte === lineEnd || byte === otherEnd) {
      end = at + 1;
      if (isFirst) return end;
      isStart = true;
    } else isStart = byte === delimiter;
  }
  return end;
}

function closingQuote(bytes: Uint8Array, from: number, quote: number): number {
  let at = bytes.indexOf(quote, from);
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at;
}

/** A record with another number of cells than the header, or with a malformed quoted cell. */
export interface MalformedRow {
  /** Its index among the rows of the file. */
  readonly at: number;
  readonly why: string;
}

/** Separates malformed rows, so that the others can be scored. */
export function splitMalformedRows(
  file: Uint8Array,
  dialect: CsvDialect,
): { wellFormed: Uint8Array; malformed: MalformedRow[] } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const lineEnd = lineEndOf(bytes);
  const wellFormed: Buffer[] = [];
  const malformed: MalformedRow[] = [];
  let width = 0;
  let row = -1;
  for (let from = 0; from < bytes.length; ) {
    const found = firstRecordEnd(bytes, from, dialect, lineEnd);
    const end = found < 0 ? bytes.length : found;
    const record = bytes.subarray(from, end);
    from = end;
    if (record.toString('latin1').trim() === '') continue;
    const cells = countCells(record, dialect);
    if (row < 0) width = cells ?? 0;
    if (cells === width) wellFormed.push(record);
    else malformed.push({ at: row, why: describeMalformed(cells, width) });
    row++;
  }
  return { wellFormed: Buffer.concat(wellFormed), malformed };
}

const describeMalformed = (cells: number | null, width: number): string =>
  cells === null
    ? 'A quoted cell is not closed, or something follows its closing quote'
    : `The row has ${cells} cells, the header has ${width}`;

/** Null where a quoted cell is malformed. */
function countCells(record: Buffer, { delimiter, quote }: CsvDialect): number | null {
  let cells = 1;
  let isStart = true;
  for (let at = 0; at < record.length; at++) {
    const byte = record[at] as number;
    if (byte === delimiter) {
      cells++;
      isStart = true;
    } else if (byte === quote && isStart) {
      at = closingQuote(record, at + 1, quote);
      if (at < 0 || !endsCell(record, at + 1, delimiter)) return null;
      isStart = false;
    } else isStart = false;
  }
  return cells;
}

function endsCell(record: Buffer, from: number, delimiter: number): boolean {
  let at = from;
  while (record[at] === 0x20) at++;
  return at >= record.length || record[at] === delimiter || record[at] === LINE_FEED || record[at] === RETURN;
}

/** The records of a stream of well-formed CSV as text cells: results that are written on to a table. */
export async function* csvRecords(stream: Readable, dialect: CsvDialect): AsyncGenerator<readonly string[]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let from = 0;
    for (;;) {
      const end = firstRecordEnd(held, from, dialect, LINE_FEED);
      if (end < 0) break;
      yield splitCells(held.toString('utf8', from, end - 1), dialect);
      from = end;
    }
    held = held.subarray(from);
  }
  if (held.length > 0) yield splitCells(held.toString(), dialect);
}

function splitCells(line: string, dialect: CsvDialect): string[] {
  const [quote, delimiter] = [String.fromCharCode(dialect.quote), String.fromCharCode(dialect.delimiter)];
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line[at] !== quote) {
      const next = line.indexOf(delimiter, at);
      const end = next < 0 ? line.length : next;
      cells.push(line.slice(at, end));
      at = end + 1;
      continue;
    }
    let end = line.indexOf(quote, at + 1);
    while (line[end + 1] === quote) end = line.indexOf(quote, end + 2);
    cells.push(line.slice(at + 1, end).replaceAll(quote + quote, quote));
    at = end + 2;
  }
  return cells;
}
