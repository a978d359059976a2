import { expect, test } from 'vitest';
import { classesToExplain, isExplained, strongestOf } from './explain-tasks.ts';

test('the strongest contributions first, with as many marks as their share deserves', () => {
  const all = [
    { feature: 'a', featureValue: 1, strength: 0.1 },
    { feature: 'b', featureValue: 'x', strength: -0.7 },
    { feature: 'c', featureValue: 2, strength: 0.2 },
    { feature: 'd', featureValue: 3, strength: 0 },
  ];
  const shown = strongestOf(all, 3, 'yes').map((one) => [one.feature, one.qualitativeStrength, one.label]);
  expect(shown).toEqual([
    ['b', '---', 'yes'],
    ['c', '++', 'yes'],
    ['a', '+', 'yes'],
  ]);
  // Those without effect too: clients read explanation number n of every row.
  expect(strongestOf(all, 9, 'yes').map(({ feature }) => feature)).toEqual(['b', 'c', 'a', 'd']);
});

test('only high and low predictions, when that was asked for', () => {
  const kept = (low: number | null, high: number | null) =>
    [0.1, 0.5, 0.9].filter((p) => isExplained(p, { low, high }));
  expect(kept(null, null)).toEqual([0.1, 0.5, 0.9]);
  expect(kept(0.2, null)).toEqual([0.1]);
  expect(kept(null, 0.5)).toEqual([0.5, 0.9]);
  expect(kept(0.2, 0.8)).toEqual([0.1, 0.9]);
});

test('classes by name, else the likeliest', () => {
  const classes = ['a', 'b', 'c'];
  expect(classesToExplain([0.2, 0.5, 0.3], classes, { names: null, top: 2 })).toEqual([1, 2]);
  expect(classesToExplain([0.2, 0.5, 0.3], classes, { names: ['c', 'a'], top: 1 })).toEqual([2, 0]);
});
