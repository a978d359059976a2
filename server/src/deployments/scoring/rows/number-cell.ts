/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const SPACE = 0x20;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;

/**
 * The number in bytes [from, to), or NaN where that is not plain digits: then `numberIn` decides. Up to fifteen digits
 * and a division by a power of ten below 1e22 round once, so the answer is the double that `Number` gives.
 */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  let end = to;
  while (at < end && bytes[at] === SPACE) at++;
  while (end > at && bytes[end - 1] === SPACE) end--;
  const first = bytes[at];
  const negative = first === MINUS;
  if (negative || first === PLUS) at++;
  // A point, and room for a zero before it.
  if (at === end || end - at > 17) return Number.NaN;
  let whole = 0;
  let digits = 0;
  let decimals = -1;
  let hasDigit = false;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      hasDigit = true;
      whole = whole * 10 + (byte - 0x30);
      if (whole > 0) digits++;
      if (decimals >= 0) decimals++;
    } else if (byte === POINT && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits > 15 || !hasDigit) return Number.NaN;
  const value = decimals > 0 ? whole / (POWERS[decimals] as number) : whole;
  return negative ? -value : value;
}

/** Texts that mean "no value" in a column of numbers, dates or truth values. In a column of text they are text. */
const MISSING: ReadonlySet<string> = new Set([
  ...['', 'NA', 'N/A', 'n/a', 'na', '#N/A', '#NA', 'NaN', 'nan', '-NaN', '-nan', 'NULL', 'null', 'None', 'none'],
  ...['NONE', '?', '.', '-', 'inf', '-inf', 'Inf', '-Inf', 'INF', '-INF', 'Infinity', '-Infinity', '<NA>', 'NaT'],
  ...['1.#IND', '-1.#IND', '1.#QNAN', '-1.#QNAN'],
]);

export const isMissing = (text: string): boolean => MISSING.has(text);

const PLAIN = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/;
const WRITTEN = /^[-(]?[$€£¥]? ?-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)? ?[%€£]?\)?$/;
const LENGTH = /^(\d+)' ?(?:(\d{1,2}(?:\.\d+)?)")?$/;

/** A number as people write it, with its unit; NaN where there is none, undefined for what is no number. */
export function numberIn(written: string): number | undefined {
  const text = written.trim();
  if (MISSING.has(text)) return Number.NaN;
  if (PLAIN.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  if (WRITTEN.test(text)) {
    const value = Number(text.replace(/[^0-9.]/g, ''));
    return text.includes('-') || text.startsWith('(') ? -value : value;
  }
  const length = LENGTH.exec(text);
  return length === null ? undefined : Number(length[1]) * 12 + Number(length[2] ?? 0);
}

const TRUE: ReadonlySet<string> = new Set(['true', 'yes', '1', '1.0']);
const FALSE: ReadonlySet<string> = new Set(['false', 'no', '0', '0.0']);

/** 1, 0, or NaN where there is none; undefined for what is neither true nor false. */
export function truthIn(written: string): number | undefined {
  const text = written.trim();
  if (MISSING.has(text)) return Number.NaN;
  const word = text.toLowerCase();
  return TRUE.has(word) ? 1 : FALSE.has(word) ? 0 : undefined;
}
