import { booleanColumn, categoricalColumn, dateColumn, frame, numericColumn, textColumn } from '@almanac/engine';
import { expect, test } from 'vitest';
import { inSlice, keepOutcomes, type SliceFilter, wrongFilter } from './slice.rules.ts';

const table = frame([
  numericColumn('size', [1, 2, 3, null, 5]),
  categoricalColumn('town', ['Oslo', 'Rome', null, 'Oslo', '7']),
  booleanColumn('sold', [true, false, null, true, false]),
  dateColumn('day', [0, 86_400_000, null, 172_800_000, 259_200_000]),
  textColumn('note', ['a', 'b', null, 'a', 'c']),
]);
const rows = (...filters: SliceFilter[]) => {
  const passes = inSlice(table, filters);
  return [0, 1, 2, 3, 4].filter(passes);
};
const filter = (operand: string, operator: SliceFilter['operator'], ...values: (string | number)[]) => ({
  operand,
  operator,
  values,
});

test.each([
  [filter('size', '<', 3), [0, 1]],
  [filter('size', '>', '2'), [2, 4]],
  [filter('size', 'eq', 2), [1]],
  [filter('size', 'in', 1, 5, 9), [0, 4]],
  [filter('size', 'between', 2, 3), [1, 2]],
  [filter('size', 'notBetween', 2, 3), [0, 4]],
  [filter('town', 'eq', 'Oslo'), [0, 3]],
  [filter('town', 'in', 'Rome', 7), [1, 4]],
  [filter('sold', 'eq', 'True'), [0, 3]],
  [filter('sold', 'eq', 0), [1, 4]],
  [filter('day', '>', '1970-01-02'), [3, 4]],
  [filter('note', 'eq', 'a'), [0, 3]],
])('rows that pass %o; a missing value never does', (one, wanted) => {
  expect(rows(one)).toEqual(wanted);
});

test('a row passes all filters of a slice', () => {
  expect(rows(filter('size', '<', 3), filter('town', 'eq', 'Oslo'))).toEqual([0]);
});

test.each([
  ['operand', filter('age', 'eq', 1), undefined],
  ['operator', filter('town', '<', 'a'), 'Categorical'],
  ['operator', filter('note', 'between', 'a', 'b'), 'Text'],
  ['values', filter('size', 'eq', 1, 2), 'Numeric'],
  ['values', filter('size', 'between', 1), 'Numeric'],
  ['values', filter('size', 'between', 2, 1), 'Numeric'],
  ['values', filter('size', '<', 'many'), 'Numeric'],
  ['values', filter('size', '<', ''), 'Numeric'],
  ['values', filter('sold', 'eq', 'perhaps'), 'Boolean'],
  ['values', filter('day', '>', 'soon'), 'Date'],
] as const)('what is wrong is named: %s of %o', (field, one, type) => {
  expect(Object.keys(wrongFilter(one, type) ?? {})).toEqual([field]);
});

test('right filters are not refused', () => {
  expect(wrongFilter(filter('town', 'in', 'a', 'b'), 'Categorical')).toBeNull();
  expect(wrongFilter(filter('size', 'notBetween', -1, '2.5'), 'Numeric')).toBeNull();
  expect(wrongFilter(filter('day', 'between', '2026-01-01', '2026-02-01'), 'Date')).toBeNull();
});

test('predictions of several classes stay with their rows', () => {
  const outcomes = {
    actual: Float64Array.of(0, 1, 2),
    predicted: Float64Array.of(0.7, 0.2, 0.1, 0.3, 0.4, 0.3, 0, 0.1, 0.9),
    weight: Float64Array.of(1, 2, 3),
    rows: Int32Array.of(10, 11, 12),
  };
  expect(keepOutcomes(outcomes, (row) => row !== 11)).toEqual({
    actual: Float64Array.of(0, 2),
    predicted: Float64Array.of(0.7, 0.2, 0.1, 0, 0.1, 0.9),
    weight: Float64Array.of(1, 3),
    rows: Int32Array.of(10, 12),
  });
});
