import { parseJson } from '#platform/json.ts';
import { inUtf8 } from './charset.ts';
import { type CsvDialect, USUAL_CSV } from './read-csv.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Where so many rows end that begin at `from`, and how many there were. Lines without anything are no rows. */
export function endAfterRows(
  bytes: Uint8Array,
  from: number,
  most: number,
  dialect: CsvDialect = USUAL_CSV,
): { readonly end: number; readonly rows: number } {
  let at = from;
  let rows = 0;
  while (at < bytes.length) {
    if (bytes[at] === LINE_FEED || bytes[at] === RETURN) at++;
    else if (rows === most) break;
    else {
      at = endOfRow(bytes, at, dialect);
      rows++;
    }
  }
  return { end: at, rows };
}

/** Behind the end of its line. A quote opens a cell only where one begins, and inside it nothing ends a line. */
function endOfRow(bytes: Uint8Array, from: number, { quote, delimiter }: CsvDialect): number {
  let isStart = true;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === quote && isStart) {
      at = closingQuote(bytes, at + 1, quote);
      isStart = false;
    } else if (byte === LINE_FEED || byte === RETURN) return at + 1;
    else isStart = byte === delimiter;
  }
  return bytes.length;
}

function closingQuote(bytes: Uint8Array, from: number, quote: number): number {
  let at = bytes.indexOf(quote, from);
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at < 0 ? bytes.length : at;
}

interface Sent {
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'json';
  readonly charset: string | null;
}

/** How many rows a request holds. What cannot be read has none: whoever reads it says what is wrong. */
export function countRows({ bytes, format, charset }: Sent): number {
  try {
    if (format === 'json') {
      const rows = parseJson(bytes);
      return Array.isArray(rows) ? rows.length : 0;
    }
    const text = inUtf8(bytes, charset);
    const start = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0;
    const head = endAfterRows(text, start, 1);
    return endAfterRows(text, head.end, Number.POSITIVE_INFINITY).rows;
  } catch {
    return 0;
  }
}
