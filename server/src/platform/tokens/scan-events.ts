import type { TokenMeter } from './token-meter.ts';

/** What a look at whole events found. */
export interface Scanned {
  readonly hasData: boolean;
  /** An event carries usage or an error: it has to be read. */
  readonly needsLook: boolean;
  /** Where the line `data: [DONE]` begins, or -1. */
  readonly endMark: number;
}

const [LF, SPACE, QUOTE, COLON, BACKSLASH, OPENS] = [0x0a, 0x20, 0x22, 0x3a, 0x5c, 0x7b];
const DATA = Buffer.from('data:');
const DONE = Buffer.from('[DONE]');
/** Where streams carry words of the answer. */
const WORDS = ['content', 'arguments', 'reasoning_content', 'refusal'].map((name) => Buffer.from(name));
const LOOKED_AT = ['usage', 'error'].map((name) => Buffer.from(name));

/**
 * One pass over the bytes of whole events. Thousands of events pass in a second, and nothing of them is of interest here
 * but a handful of keys: searching for each would take longer than sending the event on.
 */
export function scanEvents(bytes: Buffer, meter: TokenMeter): Scanned {
  let [hasData, needsLook, endMark] = [false, false, -1];
  for (let line = 0; line < bytes.length; ) {
    let at = line;
    if (holds(bytes, line, DATA)) {
      hasData = true;
      at = skipBlank(bytes, line + DATA.length);
      if (holds(bytes, at, DONE)) endMark = line;
      for (; at < bytes.length && bytes[at] !== LF; at++) {
        if (bytes[at] !== QUOTE) continue;
        const from = at + 1;
        at = endOfString(bytes, from);
        const value = valueAfter(bytes, at + 1);
        if (value < 0) continue;
        if (bytes[value] === OPENS) needsLook ||= isOneOf(LOOKED_AT, bytes, from, at);
        else if (bytes[value] === QUOTE && isOneOf(WORDS, bytes, from, at)) {
          at = endOfString(bytes, value + 1);
          meter.jsonText(bytes, value + 1, at);
        }
      }
    } else while (at < bytes.length && bytes[at] !== LF) at++;
    line = at + 1;
  }
  return { hasData, needsLook, endMark };
}

function holds(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let n = 0; n < text.length; n++) if (bytes[at + n] !== text[n]) return false;
  return true;
}

function isOneOf(names: readonly Buffer[], bytes: Buffer, from: number, to: number): boolean {
  for (const name of names) if (name.length === to - from && holds(bytes, from, name)) return true;
  return false;
}

function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === SPACE) at++;
  return at;
}

/** Of its closing quote; a string ends with its line at the latest. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== LF) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}

/** Where the value behind a key begins; -1 when the string was none. */
function valueAfter(bytes: Buffer, from: number): number {
  const colon = skipBlank(bytes, from);
  return bytes[colon] === COLON ? skipBlank(bytes, colon + 1) : -1;
}
