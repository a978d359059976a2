import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binOf, binStarts, fewerBins, medianPlaces } from './bins.rules.ts';

const value = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
);
const time = fc.integer({ min: Date.UTC(1700, 0, 1), max: Date.UTC(2300, 0, 1) });

test('at most sixty bins, ascending, that hold every value between the least and the most', () => {
  fc.assert(
    fc.property(value, value, value, fc.constantFrom('number' as const, 'whole' as const), (a, b, c, kind) => {
      const [least = 0, middle = 0, most = 0] = [a, b, c].sort((x, y) => x - y);
      const starts = binStarts(least, most, kind);
      expect(starts.length).toBeLessThanOrEqual(60);
      expect(starts[0]).toBeLessThanOrEqual(least);
      for (const [i, start] of starts.entries()) if (i > 0) expect(start).toBeGreaterThan(starts[i - 1] ?? 0);
      const at = binOf(starts, middle);
      expect(starts[at]).toBeLessThanOrEqual(middle);
      expect(starts[at + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(middle);
    }),
  );
});

test('large values that hardly differ share a bin', () => {
  const starts = binStarts(999_999_999_999_999, 999_999_999_999_999.1, 'number');
  expect(starts).toHaveLength(1);
  expect(starts[0]).toBeLessThanOrEqual(999_999_999_999_999);
});

test('times begin with their first day and keep to one span', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [least, most] = [Math.min(a, b), Math.max(a, b)];
      const starts = binStarts(least, most, 'time');
      expect(starts.length).toBeLessThanOrEqual(60);
      expect(starts[0]).toBeLessThanOrEqual(least);
      expect(least - (starts[0] ?? 0)).toBeLessThan(86_400_000);
      const spans = new Set(starts.slice(1).map((start, i) => start - (starts[i] ?? 0)));
      expect(spans.size).toBeLessThanOrEqual(1);
      expect((starts.at(-1) ?? 0) + ([...spans][0] ?? 86_400_000)).toBeGreaterThan(most);
    }),
  );
});

test('widths are round', () => {
  expect(binStarts(0, 1, 'whole')).toEqual([0, 1]);
  expect(binStarts(0, 100, 'number')).toHaveLength(51);
  expect(binStarts(0.3, 0.9, 'number').slice(0, 3)).toEqual([0.3, 0.32, 0.34]);
  expect(binStarts(7, 7, 'number')).toEqual([7]);
});

test('fewer bins lose no row of a range, and the rarest categories', () => {
  const plot = Array.from({ length: 51 }, (_, i) => ({ label: String(i), count: i }));
  const ranges = fewerBins(plot, 10, true);
  expect(ranges.length).toBeLessThanOrEqual(10);
  expect(ranges.reduce((sum, bin) => sum + bin.count, 0)).toBe((50 * 51) / 2);
  expect(fewerBins(plot, 10, false)).toEqual(plot.slice(0, 10));
});

test('the middle of an even number of values lies between two of them, also in different bins', () => {
  expect(medianPlaces([2, 2])).toEqual([
    { bin: 0, share: 0.75 },
    { bin: 1, share: 0.25 },
  ]);
  expect(medianPlaces([1, 0, 2])).toEqual([
    { bin: 2, share: 0.25 },
    { bin: 2, share: 0.25 },
  ]);
});
