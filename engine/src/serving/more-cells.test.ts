import { expect, test } from 'vitest';
import { type Panel, panelOfSequences } from '../series/panel.ts';
import { cellsToRemember, moreCells } from './forecast-at.ts';

const panel = (series: Readonly<Record<string, { start?: number; values: readonly number[] }>>): Panel => {
  const made = panelOfSequences(
    'DAY',
    Object.entries(series).map(([id, { values }]) => ({ id, values })),
  );
  return { ...made, series: made.series.map((one) => ({ ...one, start: series[one.id]?.start ?? 0 })) };
};
const known = panel({ a: { values: [1, 2, 3] }, b: { values: [7, 8] } });

test('only cells after the end of a series are new; others stay as they were', () => {
  const found = moreCells(known, panel({ a: { start: 1, values: [20, 30, 4, 5] } }), 10);
  expect(found?.cells).toBe(2);
  expect(found?.more.panel.series.map(({ target }) => [...target])).toEqual([
    [1, 2, 3, 4, 5],
    [7, 8],
  ]);
  expect([...(found?.more.from ?? [])]).toEqual([3, 2]);
});

test('a gap is missing cells, and a series never seen is new from its first cell on', () => {
  const found = moreCells(known, panel({ b: { start: 4, values: [9] }, c: { start: 2, values: [5, 6] } }), 3);
  expect(found?.more.panel.series.map(({ id, start, target }) => [id, start, [...target]])).toEqual([
    ['a', 0, [1, 2, 3]],
    ['b', 0, [7, 8, Number.NaN, Number.NaN, 9]],
    ['c', 2, [5, 6]],
  ]);
  expect([...(found?.more.from ?? [])]).toEqual([3, 2, 0]);
  // With room for three cells, a series of three may have been cut.
  expect(found?.more.whole).toEqual([false, true, true]);
});

test('rows that are known already, or have no value, bring nothing', () => {
  expect(moreCells(known, panel({ a: { values: [1, 2, 3] } }), 10)).toBeNull();
  expect(moreCells(known, panel({ a: { start: 3, values: [Number.NaN] } }), 10)).toBeNull();
});

test('as much is remembered as any row that follows can look back on', () => {
  const windows = { history: 28, blind: 1, first: 1, last: 7 };
  expect(cellsToRemember({ windows, periods: [7, 28] })).toBeGreaterThanOrEqual(28 + 7 + 1);
});
