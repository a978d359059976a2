import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';

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
  const meaningful = present.filter((value) => !missing.has(value));
  // Nothing to go by: text keeps whatever comes later.
  if (meaningful.length === 0) return { kind: 'text' };
  const all = (pattern: RegExp) => meaningful.every((value) => pattern.test(value));
  if (all(INTEGER)) return { kind: 'integer' };
  if (all(NUMBER) && meaningful.every((value) => Number.isFinite(Number(value)) && value.trim() !== '.')) {
    return { kind: 'number' };
  }
  if (all(BOOLEAN)) return { kind: 'boolean' };
  if (all(DATE)) return { kind: 'date', dateFormat: '%Y-%m-%d' };
  const time = TIMES.find(([pattern]) => all(pattern));
  return time ? { kind: 'timestamp', dateFormat: time[1] } : { kind: 'text' };
}

const MOST_COLUMNS = 10_000;
const LONGEST_NAME = 255;

/**
 * Names that are all present and all different, whatever the file says. Spaces around a name and control characters go;
 * a name that is not there becomes `Column 3` (counted from 1); the second `price` becomes `price_1`. Names that differ
 * in case only count as the same, because SQL does not distinguish them.
 */
export function repairNames(found: readonly string[]): string[] {
  if (found.length > MOST_COLUMNS) throw problem(IngestProblems.tooManyColumns, found.length, MOST_COLUMNS);
  const cleaned = found.map((name, index) => clean(name) || `Column ${index + 1}`);
  const original = new Set(cleaned.map(key));
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return cleaned.map((name) => {
    if (!taken.has(key(name))) {
      taken.add(key(name));
      return name;
    }
    let number = next.get(key(name)) ?? 1;
    // A number that some other column of the file has in its name already is left to that column.
    while (taken.has(key(`${name}_${number}`)) || original.has(key(`${name}_${number}`))) number += 1;
    next.set(key(name), number + 1);
    const renamed = `${name}_${number}`;
    taken.add(key(renamed));
    return renamed;
  });
}

const key = (name: string) => name.toLowerCase();

function clean(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
  const text = name.replace(/[\u0000-\u001f\u007f\ufeff]+/g, ' ').trim();
  if (text.length <= LONGEST_NAME) return text;
  // Not through the middle of a character that takes two code units.
  return [...text.slice(0, LONGEST_NAME + 1)].slice(0, -1).join('').slice(0, LONGEST_NAME).trimEnd();
}
