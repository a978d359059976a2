import type { Readable } from 'node:stream';
import type { CsvDialect } from '../../scoring/rows/read-csv.ts';
import { firstRecordEnd, LINE_FEED } from '../work/record-end.rules.ts';

/** Our own results again, record by record. */
export async function* csvRecords(stream: Readable, dialect: CsvDialect): AsyncGenerator<readonly string[]> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let from = 0;
    for (;;) {
      const end = firstRecordEnd(held, from, dialect, LINE_FEED);
      if (end < 0) break;
      yield cellsOf(held.toString('utf8', from, end - 1), dialect);
      from = end;
    }
    held = held.subarray(from);
  }
  if (held.length > 0) yield cellsOf(held.toString(), dialect);
}

function cellsOf(line: string, dialect: CsvDialect): string[] {
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
