import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rank, statistic } from './column.ts';
import { reduceBins } from './column-table.tsx';

test('narrowing a histogram loses no row', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000)), fc.integer({ min: 1, max: 40 }), (counts, most) => {
      const fewer = reduceBins(counts, most);
      const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
      expect([sum(fewer), fewer.length <= most]).toEqual([sum(counts), true]);
    }),
  );
});

test.for([
  ['P28DT21H39M12S', '28.9 days'],
  ['PT90M', '1.5 hours'],
  ['PT0S', '0 seconds'],
  ['Paris', 'Paris'],
])('%s is told as %s', ([value = '', text]) => {
  expect(statistic(value)).toBe(text);
});

test('dates are told without an empty time, and ordered by time', () => {
  expect(statistic('2024-01-31T00:00:00Z')).toBe('2024-01-31');
  expect(statistic('2024-01-31T12:30:00Z')).toBe('2024-01-31T12:30:00Z');
  expect(statistic(12.3456)).toBe('12.35');
  expect(rank('2024-01-31')).toBeLessThan(rank('2024-02-01'));
  expect(rank(null)).toBe(Number.POSITIVE_INFINITY);
});
