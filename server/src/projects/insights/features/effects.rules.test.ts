import { categoricalColumn, numericColumn, textColumn } from '@almanac/engine';
import { expect, test } from 'vitest';
import { gridOf, MISSING, outcomesOver } from './effects.rules.ts';

test('numbers are tried at values that split the rows evenly, levels by how often they occur', () => {
  const numbers = gridOf(numericColumn('n', [...Array(100).keys()].reverse()));
  expect(numbers).toMatchObject({ type: 'numeric', values: [0, 11, 22, 33, 44, 55, 66, 77, 88, 99], isCapped: false });
  expect(gridOf(numericColumn('same', [5, 5, null]))?.values).toEqual([5]);
  expect(gridOf(categoricalColumn('c', ['b', 'a', 'b', null]))?.labels).toEqual(['b', 'a']);
  const many = gridOf(
    categoricalColumn(
      'many',
      Array.from({ length: 30 }, (_, i) => `level ${i}`),
    ),
  );
  expect([many?.values.length, many?.isCapped]).toEqual([20, true]);
  expect(gridOf(textColumn('t', ['words', null]))).toBeUndefined();
});

test('outcomes are counted between the values of the grid, every row once', () => {
  const cells = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, Number.NaN];
  const grid = gridOf(numericColumn('n', cells.slice(0, 10)));
  if (grid === undefined) throw new Error('no grid');
  const bins = outcomesOver(
    grid,
    cells,
    cells.map(() => 1),
    cells.map((_, row) => row),
  );
  expect(bins.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 1]);
  expect(bins[8]).toEqual({ label: '[8, 9]', bin: ['8', '9'], rowCount: 2, predicted: 1, actual: 8.5 });
  expect(bins[9]).toEqual({ label: MISSING, rowCount: 1, predicted: 1, actual: 10 });
});

test('outcomes of levels, without a target', () => {
  const source = categoricalColumn('c', ['x', 'y', 'x', null]);
  const grid = gridOf(source);
  if (grid === undefined) throw new Error('no grid');
  expect(outcomesOver(grid, source.codes, [1, 2, 3, 4], null)).toEqual([
    { label: 'x', rowCount: 2, predicted: 2, actual: null },
    { label: 'y', rowCount: 1, predicted: 2, actual: null },
    { label: MISSING, rowCount: 1, predicted: 4, actual: null },
  ]);
});
