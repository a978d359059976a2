import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytes, duration, figure, inUtc, milliseconds, seriesIdOf, share, whole } from './format.ts';

describe('numbers for people', () => {
  test.for([
    [0, '0'],
    [0.0841234, '0.08412'],
    [12.3456, '12.35'],
    [1234.56, '1,235'],
    [-0.00001234, '-1.234e-5'],
    [2.5e12, '2.500e+12'],
    [null, '–'],
    [Number.NaN, '–'],
  ] as const)('%s is shown as %s', ([value, text]) => {
    expect(figure(value)).toBe(text);
  });

  test('whole numbers, shares, sizes and times carry their units', () => {
    expect(whole(1234567.4)).toBe('1,234,567');
    expect(share(0.12345)).toBe('12.3 %');
    expect(bytes(999)).toBe('999 B');
    expect(bytes(1_500_000)).toBe('1.5 MB');
    expect(bytes(0)).toBe('0 B');
    expect(milliseconds(1.23456)).toBe('1.235 ms');
    expect([whole(null), share(undefined), bytes(null), milliseconds(null)]).toEqual(['–', '–', '–', '–']);
  });
});

test('a time is written in UTC to the minute', () => {
  expect(inUtc('2026-01-05T07:08:59.999Z')).toBe('2026-01-05 07:08 UTC');
  expect(inUtc('2026-01-01T00:30:00+01:00')).toBe('2025-12-31 23:30 UTC');
});

test('what is no time is shown as it came', () => {
  expect(inUtc('soon')).toBe('soon');
});

test('every time can be read back to the minute', () => {
  const range = { min: new Date('1970-01-01Z'), max: new Date('9998-12-31Z'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(range), (time) => {
      const read = new Date(inUtc(time.toISOString()).replace(' UTC', 'Z').replace(' ', 'T'));
      expect(Math.floor(time.getTime() / 60_000)).toBe(read.getTime() / 60_000);
    }),
  );
});

test.each([
  [-1, '0 s'],
  [12.4, '12 s'],
  [61, '1 min'],
  [7_200, '2 h'],
  [200_000, '2 d'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test.each([
  [['shop 1'], 'shop 1'],
  [['a | b'], 'a | b'],
  [['Berlin', 'bread'], 'Berlin | bread'],
  [['a | b', 'c'], 'a \\| b | c'],
  [['a\\', 'b'], 'a\\\\ | b'],
])('%j is %s', (values, id) => {
  expect(seriesIdOf(values)).toBe(id);
});
