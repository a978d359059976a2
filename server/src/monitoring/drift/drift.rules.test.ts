import { expect, test } from 'vitest';
import type { LayoutColumn } from '../profiles/layout.ts';
import { hasDrifted, scoreColumn } from './drift.rules.ts';

const EVEN = new Array<number>(10).fill(10);
/** A stability index of 0.178 beside the even distribution. */
const UNEVEN = [15, 5, 14, 6, 15, 5, 14, 6, 10, 10];

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const columnOf = (counts: readonly number[]): LayoutColumn => ({
  name: 'size',
  role: 'feature',
  kind: 'numbers',
  edges: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  levels: [],
  reference: { missing: 0, count: sumOf(counts), counts, mean: 5, deciles: [], distinct: 10 },
});

const recentOf = (counts: readonly number[]) => ({
  kind: 'numbers' as const,
  missing: 0,
  counts: Float64Array.from(counts),
  moments: { count: sumOf(counts), mean: 5, m2: 0, min: 0, max: 10 },
});

const times = (factor: number, counts: readonly number[]) => counts.map((count) => count * factor);

test('a column has drifted above the threshold, and by more than chance explains', () => {
  const drifted = (factor: number, threshold: number) =>
    hasDrifted(columnOf(times(factor, EVEN)), recentOf(times(factor, UNEVEN)), threshold);
  expect(scoreColumn('psi', columnOf(EVEN), recentOf(UNEVEN)).driftScore).toBeCloseTo(0.178, 3);
  expect([drifted(10, 0.15), drifted(10, 0.2)]).toEqual([true, false]);
  // Samples of a hundred rows differ as much by chance.
  expect(drifted(1, 0.15)).toBe(false);
});

test('too few rows have no score, and fewer than a hundred no status', () => {
  const far = (rows: number) => recentOf([rows, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const column = columnOf(times(100, EVEN));
  expect(scoreColumn('psi', column, far(9)).driftScore).toBeNull();
  expect(scoreColumn('psi', column, far(10)).driftScore).toBeGreaterThan(1);
  expect([hasDrifted(column, far(99), 0.15), hasDrifted(column, far(100), 0.15)]).toEqual([false, true]);
});
