import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inUtc } from './format-time.ts';

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
