import { parse, stringify } from 'lossless-json';
import { HttpProblems } from './http/http.problems.ts';
import { type Problem, problem } from './http/problem.ts';

const DEEPEST = 100;
const LONGEST_INTEGER = 100;
/** A number with fewer digits than this fits a double exactly. */
const LONG_RUN = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const wrong = (reason: string): Problem => problem(HttpProblems.wrongJson, reason);

/**
 * JSON as the client wrote it: integers that a double would round become BigInt, every other number a number.
 * Refused, with the reason: invalid UTF-8, invalid JSON, nesting deeper than 100, numbers no double can hold.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const exact = scan(bytes);
  const text = decode(bytes);
  try {
    return exact ? parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: last }) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong(error.message);
    throw error;
  }
}

/** The counterpart: BigInt is written with all its digits. What JSON cannot say (undefined, NaN) becomes null. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    // A BigInt inside: rare enough that trying the fast way first is the fast way.
    if (error instanceof TypeError && error.message.includes('BigInt')) return stringify(value) ?? 'null';
    throw error;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw wrong('it is not valid UTF-8.');
  }
}

/** One pass over the bytes: refuses deep nesting before any recursive parser sees it, and finds numbers that need care. */
function scan(bytes: Uint8Array): boolean {
  let depth = 0;
  let run = 0;
  let needsCare = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      run++;
      if (run >= LONG_RUN) needsCare = true;
      continue;
    }
    run = 0;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > DEEPEST) throw wrong(`it is nested deeper than ${DEEPEST} levels.`);
    } else if (byte === 0x5d || byte === 0x7d) depth--;
    else if ((byte | 0x20) === 0x65 && isLongExponent(bytes, at + 1)) needsCare = true;
  }
  return needsCare;
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Three digits of exponent may leave the range of doubles. */
function isLongExponent(bytes: Uint8Array, from: number): boolean {
  const start = bytes[from] === 0x2b ? from + 1 : from;
  for (let at = start; at < start + 3; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

function exactNumber(text: string): number | bigint {
  const number = Number(text);
  const integer = /^-?\d+$/.test(text);
  if (Number.isSafeInteger(number) || (!integer && Number.isFinite(number))) return number;
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  if (!integer) throw wrong(`the number ${shown} is too large.`);
  if (text.length > LONGEST_INTEGER) throw wrong(`the number ${shown} has more than ${LONGEST_INTEGER} digits.`);
  return BigInt(text);
}

/** As JSON.parse does it: the last of several equal keys counts. */
const last = ({ newValue }: { newValue: unknown }): unknown => newValue;
