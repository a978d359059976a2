import { type Column, column, type Frame, textsOf } from '@almanac/engine';
import type { Outcomes } from '../charts/roc.rules.ts';

export const OPERATORS = ['eq', 'in', '<', '>', 'between', 'notBetween'] as const;
type Operator = (typeof OPERATORS)[number];

export interface SliceFilter {
  readonly operand: string;
  readonly operator: Operator;
  readonly values: readonly (string | number)[];
}

const HOW_MANY: Readonly<Partial<Record<Operator, number>>> = { eq: 1, '<': 1, '>': 1, between: 2, notBetween: 2 };
const COMPARES: readonly Operator[] = ['<', '>', 'between', 'notBetween'];
const TEXTS = ['Categorical', 'Text'];

/** What is wrong with a filter, by its field; null where nothing is. `type`: of the feature, undefined where there is none. */
export function wrongFilter({ operand, operator, values }: SliceFilter, type: string | undefined) {
  if (type === undefined) return { operand: `The project has no feature ${JSON.stringify(operand)}` };
  const many = HOW_MANY[operator];
  if (many !== undefined && values.length !== many) {
    return { values: `${operator} takes ${many === 1 ? 'one value' : 'two values: the lower end, then the upper'}` };
  }
  if (TEXTS.includes(type)) {
    return COMPARES.includes(operator)
      ? { operator: `${JSON.stringify(operand)} is ${type.toLowerCase()}: its values have no order. Use eq or in` }
      : null;
  }
  const kind = type === 'Boolean' ? 'boolean' : type === 'Date' ? 'date' : 'numeric';
  const numbers = values.map((value) => numberIn(kind, value));
  const wrong = numbers.findIndex(Number.isNaN);
  if (wrong >= 0) {
    const wanted = { boolean: 'true or false', date: 'a date such as 2026-12-25', numeric: 'a number' }[kind];
    return { values: `${JSON.stringify(operand)} is compared with ${wanted}, not ${JSON.stringify(values[wrong])}` };
  }
  const [low = 0, high = 0] = numbers;
  return many === 2 && low > high ? { values: 'Send the lower end first' } : null;
}

const TRUE = ['true', 'yes', 'y', '1'];
const FALSE = ['false', 'no', 'n', '0'];

function numberIn(kind: 'boolean' | 'date' | 'numeric', value: string | number): number {
  const text = String(value).trim();
  if (kind === 'boolean') {
    const lower = text.toLowerCase();
    return TRUE.includes(lower) ? 1 : FALSE.includes(lower) ? 0 : Number.NaN;
  }
  if (kind === 'date' && typeof value === 'string') return Date.parse(text);
  return text === '' ? Number.NaN : Number(text);
}

/** Whether a row passes all filters. A missing value passes none. */
export function inSlice(frame: Frame, filters: readonly SliceFilter[]): (row: number) => boolean {
  const tests = filters.map((filter) => testOf(column(frame, filter.operand), filter));
  return (row) => tests.every((test) => test(row));
}

function testOf(source: Column, { operator, values }: SliceFilter): (row: number) => boolean {
  if (source.kind === 'categorical' || source.kind === 'text') {
    const wanted = new Set(values.map(String));
    const text = textsOf(source);
    return (row) => wanted.has(text(row) as string);
  }
  const numbers = values.map((value) => numberIn(source.kind, value)).filter((value) => !Number.isNaN(value));
  const [low = Number.NaN, high = Number.NaN] = numbers;
  const wanted = new Set(numbers);
  const cell = (row: number) => source.values[row] as number;
  const tests: Readonly<Record<Operator, (row: number) => boolean>> = {
    eq: (row) => wanted.has(cell(row)),
    in: (row) => wanted.has(cell(row)),
    '<': (row) => cell(row) < low,
    '>': (row) => cell(row) > low,
    between: (row) => cell(row) >= low && cell(row) <= high,
    notBetween: (row) => cell(row) < low || cell(row) > high,
  };
  return tests[operator];
}

/** Predictions of the rows that are kept, by their number in the data. */
export function keepOutcomes(outcomes: Outcomes, keep: (row: number) => boolean): Outcomes {
  const { actual, predicted, weight, rows } = outcomes;
  const width = actual.length === 0 ? 1 : predicted.length / actual.length;
  const at = [...rows.keys()].filter((i) => keep(rows[i] as number));
  return {
    actual: Float64Array.from(at, (i) => actual[i] as number),
    predicted: Float64Array.from(at.flatMap((i) => [...predicted.subarray(i * width, (i + 1) * width)])),
    weight: Float64Array.from(at, (i) => weight[i] as number),
    rows: Int32Array.from(at, (i) => rows[i] as number),
  };
}
