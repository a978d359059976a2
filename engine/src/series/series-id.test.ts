import { expect, test } from 'vitest';
import { joinSeriesId, splitSeriesId } from './group-series.ts';

test('one column: the value is the ID, whatever it holds', () => {
  expect(joinSeriesId(['a | b\\'])).toBe('a | b\\');
  expect(splitSeriesId('a | b\\', 1)).toEqual(['a | b\\']);
  expect(splitSeriesId('', 0)).toEqual([]);
});

test('several columns: readable, joined in their order', () => {
  expect(joinSeriesId(['Berlin', 'bread'])).toBe('Berlin | bread');
  expect(splitSeriesId('Berlin | bread', 2)).toEqual(['Berlin', 'bread']);
});

test.each([
  [['a | b', 'c']],
  [['a', 'b | c']],
  [['a ', '| b']],
  [['a\\', '| b']],
  [['a\\|', 'b']],
  [['', '']],
  [['', '', ' ']],
  [['\\', '\\', '|']],
  [[' a ', ' b ']],
])('%j comes back from its ID', (values) => {
  expect(splitSeriesId(joinSeriesId(values), values.length)).toEqual(values);
});

test('different values make different IDs', () => {
  const signs = ['', 'a', '|', '\\', ' ', ' | ', '\\|'];
  const pairs = signs.flatMap((one) => signs.map((other) => joinSeriesId([one, other])));
  expect(new Set(pairs).size).toBe(signs.length ** 2);
});
