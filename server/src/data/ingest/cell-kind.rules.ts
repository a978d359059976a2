/** What a column of text can be stored as without losing anything. Wider to the right; everything fits `text`. */
export type CellKind = 'boolean' | 'integer' | 'number' | 'date' | 'timestamp' | 'text';

export interface ColumnGuess {
  readonly kind: CellKind;
  /** Of dates and times, as `strftime` writes it. */
  readonly dateFormat?: string;
}

/** Texts that mean "no value" in a column of numbers, dates or truth values. In a column of text they are text. */
export const MISSING = [
  ...['NA', 'N/A', 'n/a', 'na', '#N/A', '#NA', 'NaN', 'nan', '-NaN', '-nan', 'NULL', 'null', 'None', 'none', 'NONE'],
  ...['?', '.', '-', ' ', 'inf', '-inf', 'Inf', '-Inf', 'INF', '-INF', '1.#IND', '-1.#IND', '1.#QNAN', '-1.#QNAN'],
] as const;
const missing = new Set<string>(MISSING);

const INTEGER = /^(0|-?[1-9]\d{0,17})$/;
/** No zeros in front (those are codes), no digits beyond what a double keeps unless there is a point or an exponent. */
const NUMBER = /^\s*[-+]?(0|[1-9]\d{0,14}|(0|[1-9]\d*)?\.\d*|(0|[1-9]\d*)?(\.\d*)?[eE][-+]?\d{1,3})\s*$/;
const BOOLEAN = /^(true|false|True|False|TRUE|FALSE)$/;
const TIMES: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, '%Y-%m-%d %H:%M:%S'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, '%Y-%m-%dT%H:%M:%S'],
];
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The narrowest kind that holds all these values. Null and empty ones fit everything. */
export function guessColumn(values: readonly (string | null)[]): ColumnGuess {
  const present = values.filter((value): value is string => value !== null && value !== '');
  const told = present.filter((value) => !missing.has(value));
  // Nothing to go by: text keeps whatever comes later.
  if (told.length === 0) return { kind: 'text' };
  const all = (pattern: RegExp) => told.every((value) => pattern.test(value));
  if (all(INTEGER)) return { kind: 'integer' };
  if (all(NUMBER) && told.every((value) => Number.isFinite(Number(value)) && value.trim() !== '.')) {
    return { kind: 'number' };
  }
  if (all(BOOLEAN)) return { kind: 'boolean' };
  if (all(DATE)) return { kind: 'date', dateFormat: '%Y-%m-%d' };
  const time = TIMES.find(([pattern]) => all(pattern));
  return time ? { kind: 'timestamp', dateFormat: time[1] } : { kind: 'text' };
}
