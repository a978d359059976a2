/** Where the value of one key of a JSON object stands in its bytes. */
export interface Span {
  readonly key: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number | undefined) => byte === 0x7b || byte === 0x5b;
const closes = (byte: number | undefined) => byte === 0x7d || byte === 0x5d;

function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

/** `from` is behind the opening quote; the answer is behind the closing one. Long strings are found at memory speed. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return bytes.length;
}

function endOfValue(bytes: Buffer, from: number): number {
  if (bytes[from] === QUOTE) return endOfString(bytes, from + 1);
  let at = from;
  if (!opens(bytes[at])) {
    while (at < bytes.length && bytes[at] !== 0x2c && !closes(bytes[at]) && !isBlank(bytes[at])) at++;
    return at;
  }
  let depth = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1);
      continue;
    }
    if (opens(byte)) depth++;
    else if (closes(byte) && --depth === 0) return at + 1;
    at++;
  }
  return at;
}

/** The values of a JSON object's own keys, in order. The bytes must be valid JSON and an object. */
export function topLevel(bytes: Buffer): Span[] {
  const spans: Span[] = [];
  let at = skipBlank(bytes, skipBlank(bytes, 0) + 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = endOfString(bytes, at + 1);
    const key = JSON.parse(bytes.toString('utf8', at, keyEnd)) as string;
    const from = skipBlank(bytes, skipBlank(bytes, keyEnd) + 1);
    const to = endOfValue(bytes, from);
    spans.push({ key, from, to });
    at = skipBlank(bytes, skipBlank(bytes, to) + 1);
  }
  return spans;
}

/** The same bytes with some places written anew; every other byte stays what the caller sent. */
export function spliced(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of [...edits].sort((a, b) => a.from - b.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text));
    at = to;
  }
  pieces.push(bytes.subarray(at));
  return Buffer.concat(pieces);
}
