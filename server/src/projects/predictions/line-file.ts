import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Platform } from '#platform/context.ts';
import { csvLine } from '#platform/csv-line.ts';
import { withDoubleLabels } from './predicted-rows.rules.ts';

type Blobs = Pick<Platform, 'blobs'>;
type Rows = Iterable<object> | AsyncIterable<object>;
const PIECE = 65_536;

/** One line of JSON a row: read from the start, as far as needed, never whole. Returns the number of rows. */
export async function writeLines({ blobs }: Blobs, key: string, rows: Rows): Promise<number> {
  let count = 0;
  async function* pieces(): AsyncGenerator<string> {
    let piece = '';
    for await (const row of rows) {
      count += 1;
      piece += `${JSON.stringify(row)}\n`;
      if (piece.length > PIECE) {
        yield piece;
        piece = '';
      }
    }
    yield piece;
  }
  await blobs.write(key, Readable.from(pieces(), { objectMode: false }));
  return count;
}

/** The lines of a page. A limit of 0 means all. */
export async function* readLines(
  { blobs }: Blobs,
  key: string,
  { offset, limit }: { readonly offset: number; readonly limit: number } = { offset: 0, limit: 0 },
): AsyncGenerator<string> {
  const input = await blobs.read(key);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let at = 0;
  for await (const line of lines) {
    if (line === '') continue;
    if (at >= offset) yield line;
    at += 1;
    if (limit > 0 && at >= offset + limit) break;
  }
  input.destroy();
}

/** An object with a list at its end, streamed: rows may be more than memory holds. Labels are written as clients read them. */
export async function* asJson(head: object, list: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${withDoubleLabels(JSON.stringify(head)).slice(0, -1)},${JSON.stringify(list)}:[`;
  let piece = '';
  let first = true;
  for await (const line of lines) {
    const row = withDoubleLabels(line);
    piece += first ? row : `,${row}`;
    first = false;
    if (piece.length > PIECE) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

/** The columns are those of the first row. */
export async function* asCsv<Row>(
  lines: AsyncIterable<string>,
  cellsOf: (row: Row) => Record<string, string>,
): AsyncGenerator<string> {
  let names: readonly string[] | undefined;
  for await (const line of lines) {
    const cells = cellsOf(JSON.parse(line) as Row);
    if (names === undefined) {
      names = Object.keys(cells);
      yield csvLine(names);
    }
    yield csvLine(names.map((name) => cells[name] ?? ''));
  }
}
