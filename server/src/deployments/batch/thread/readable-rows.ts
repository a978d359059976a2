import type { CsvDialect } from '../../scoring/rows/read-csv.ts';
import { firstRecordEnd, lineEndOf } from '../work/record-end.rules.ts';

/** A row that is none. */
export interface BrokenRow {
  /** Its place among the rows that were sent. */
  readonly at: number;
  readonly why: string;
}

/** Parts rows that have as many cells as the header from those that have not, so that the others can be scored. */
export function readableRows(file: Uint8Array, dialect: CsvDialect): { good: Uint8Array; broken: BrokenRow[] } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const lineEnd = lineEndOf(bytes);
  const kept: Buffer[] = [];
  const broken: BrokenRow[] = [];
  let width = 0;
  let row = -1;
  for (let from = 0; from < bytes.length; ) {
    const found = firstRecordEnd(bytes, from, dialect, lineEnd);
    const end = found < 0 ? bytes.length : found;
    const record = bytes.subarray(from, end);
    from = end;
    if (record.toString('latin1').trim() === '') continue;
    const cells = cellsIn(record, dialect);
    if (row < 0) width = cells ?? 0;
    if (cells === width) kept.push(record);
    else broken.push({ at: row, why: why(cells, width) });
    row++;
  }
  return { good: Buffer.concat(kept), broken };
}

const why = (cells: number | null, width: number): string =>
  cells === null
    ? 'A quoted cell is not closed, or something follows its closing quote'
    : `The row has ${cells} cells, the header has ${width}`;

/** Null where a quoted cell is wrong. */
function cellsIn(record: Buffer, { delimiter, quote }: CsvDialect): number | null {
  let cells = 1;
  let isStart = true;
  for (let at = 0; at < record.length; at++) {
    const byte = record[at] as number;
    if (byte === delimiter) {
      cells++;
      isStart = true;
    } else if (byte === quote && isStart) {
      at = record.indexOf(quote, at + 1);
      while (at >= 0 && record[at + 1] === quote) at = record.indexOf(quote, at + 2);
      if (at < 0 || !endsCell(record, at + 1, delimiter)) return null;
      isStart = false;
    } else isStart = false;
  }
  return cells;
}

function endsCell(record: Buffer, from: number, delimiter: number): boolean {
  let at = from;
  while (record[at] === 0x20) at++;
  return at >= record.length || record[at] === delimiter || record[at] === 0x0a || record[at] === 0x0d;
}
