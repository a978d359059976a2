import type { CsvDialect } from '../../scoring/rows/read-csv.ts';

export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;

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
  return scan(bytes, from, to, dialect, lineEnd, false);
}

/** Where the record that begins at `from` ends, or -1 when it does not end in the bytes. */
export function firstRecordEnd(bytes: Buffer, from: number, dialect: CsvDialect, lineEnd: number): number {
  return scan(bytes, from, bytes.length, dialect, lineEnd, true);
}

function scan(bytes: Buffer, from: number, to: number, dialect: CsvDialect, lineEnd: number, isFirst: boolean): number {
  const { quote, delimiter } = dialect;
  let end = -1;
  let isStart = true;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === quote && isStart) {
      at = closingQuote(bytes, at + 1, to, quote);
      if (at < 0) return end;
      isStart = false;
    } else if (byte === lineEnd) {
      end = at + 1;
      if (isFirst) return end;
      isStart = true;
    } else isStart = byte === delimiter;
  }
  return end;
}

function closingQuote(bytes: Buffer, from: number, to: number, quote: number): number {
  let at = bytes.indexOf(quote, from);
  while (at >= 0 && at < to && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  // The last byte may be the first of a doubled quote.
  return at < 0 || at >= to - 1 ? -1 : at;
}
