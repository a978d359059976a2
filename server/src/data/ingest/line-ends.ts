import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Dialect } from './csv-dialect.rules.ts';

const CHUNK_BYTES = 256 * 1024;
const LF = 10;
const CR = 13;

/** The same text with one kind of line end, for files put together from several systems. */
export async function normalizeLineEnds(from: string, to: string, signal: AbortSignal): Promise<string> {
  const file = await open(to, 'wx');
  let afterCr = false;
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      const even = Buffer.alloc(chunk.length);
      let size = 0;
      for (const byte of chunk) {
        if (byte === LF && afterCr) {
          afterCr = false;
          continue;
        }
        afterCr = byte === CR;
        even[size] = byte === CR ? LF : byte;
        size += 1;
      }
      await file.appendFile(even.subarray(0, size));
    }
    return to;
  } finally {
    await file.close();
  }
}

/**
 * The line of the file on which a record begins, both counted from 1. They differ where quoted values hold line ends:
 * DuckDB counts those as part of one record, people count lines. An empty line is a record here.
 */
export async function lineOfRecord(path: string, dialect: Dialect, wanted: number): Promise<number> {
  const separator = Buffer.from(dialect.separator).at(-1);
  const quote = dialect.quote.charCodeAt(0);
  const escapedBy = dialect.escape.charCodeAt(0);
  let line = 1;
  let record = 1;
  let quoted = false;
  let atStart = true;
  let escaped = false;
  let afterCr = false;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (record === wanted) return line;
      const ends = byte === CR || (byte === LF && !afterCr);
      afterCr = byte === CR;
      if (ends) {
        line += 1;
        if (!quoted) record += 1;
        atStart = !quoted;
      } else if (escaped) {
        escaped = false;
      } else if (quoted && byte === escapedBy && escapedBy !== quote) {
        escaped = true;
      } else if (byte === quote && (quoted || atStart)) {
        quoted = !quoted;
        // A doubled quote inside a value closes and opens it again.
        atStart = !quoted;
      } else if (byte !== LF) {
        atStart = !quoted && byte === separator;
      }
    }
  }
  return line;
}
