import { categoricalColumn, numericColumn } from '@almanac/engine';
import { expect, test } from 'vitest';
import { countPairs, cramersV, groupColumn, mutualInformation, pearson, spearman, tau } from './association.rules.ts';
import { matrixOf } from './associations.ts';

test('tables of what tells nothing and of what tells all', () => {
  const nothing = [
    [10, 10],
    [10, 10],
  ];
  const all = [
    [20, 0],
    [0, 20],
  ];
  expect([mutualInformation(nothing), cramersV(nothing)]).toEqual([0, 0]);
  expect(mutualInformation(all)).toBeCloseTo(1, 12);
  expect(cramersV(all)).toBeCloseTo(1, 12);
  expect(
    cramersV([
      [30, 10],
      [10, 30],
    ]),
  ).toBeCloseTo(0.5, 12);
});

test('correlations', () => {
  expect(pearson([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  expect(spearman([1, 2, 3, 4], [1, 8, 27, 64])).toBeCloseTo(1, 12);
  expect(tau([1, 2, 3], [3, 2, 1])).toBe(-1);
  expect(tau([1, 2, 3], [1, 3, 2])).toBeCloseTo(1 / 3, 12);
  expect([pearson([1, 1], [1, 2]), tau([1, 1], [1, 2])]).toEqual([0, 0]);
});

test('columns become groups that hold every row', () => {
  const numbers = groupColumn(numericColumn('n', [...Array(99).keys(), null]), 100);
  const names = groupColumn(categoricalColumn('c', [...Array(99).keys()].map((i) => `v${i % 12}`).concat(['v0'])), 100);
  expect(names.labels).toHaveLength(12);
  expect(numbers.codes.at(-1)).toBe(numbers.labels.indexOf('Missing'));
  const met = countPairs(numbers, names);
  expect(met.flat().reduce((a, b) => a + b)).toBe(100);
});

test('features in several orders, and those that go together', () => {
  const pair = (a: string, b: string, mutualInfo: number) => ({
    features: [a, b] as const,
    types: ['numeric', 'numeric'] as const,
    statistics: { mutualInfo },
  });
  const { strengths, features } = matrixOf(
    [pair('c', 'a', 0.9), pair('c', 'b', 0.1), pair('a', 'b', 0.2)],
    'mutualInfo',
  );
  expect(strengths).toHaveLength(3);
  expect(features.map((one) => [one.feature, one.alphabeticSortIndex, one.strengthSortIndex, one.clusterId])).toEqual([
    ['c', 2, 0, 1],
    ['a', 0, 1, 1],
    ['b', 1, 2, undefined],
  ]);
});
