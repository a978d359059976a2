import { expect, test } from 'vitest';
import { dateColumn, numericColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import { buildPanel } from '../series/build-panel.ts';
import { servingPanel } from './serving-panel.ts';

const MINUTE = 60_000;
const START = Date.UTC(2025, 0, 1);
const settings = { dateColumn: 'at', idColumns: [], target: 'load' };
const table = (times: readonly number[]) =>
  frame([
    dateColumn('at', [...times]),
    numericColumn(
      'load',
      times.map((_, row) => row),
    ),
  ]);
const memory = buildPanel(table(Array.from({ length: 100 }, (_, row) => START + row * MINUTE)), settings);

test('rows near the data the model knows are laid on its grid', () => {
  const [series] = servingPanel(memory, table([START + 100 * MINUTE, START + 102 * MINUTE]), settings).series;
  expect([series?.start, [...(series?.target ?? [])]]).toEqual([100, [0, Number.NaN, 1]]);
});

test.each([-62_135_596_800_000, Date.UTC(9999, 11, 31)])('a time of another millennium is refused: %d', (time) => {
  const wrong = () => servingPanel(memory, table([time, START].sort((a, b) => a - b)), settings);
  expect(wrong).toThrow(/away from the data the model knows, which begin at 2025-01-01.*Check the year/);
});
