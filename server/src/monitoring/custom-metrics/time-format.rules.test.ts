import { expect, test } from 'vitest';
import { otherOrder, timeReader } from './time-format.rules.ts';

test.each([
  ['%Y-%m-%d %H:%M:%S', '2026-01-31 10:20:30', '2026-01-31T10:20:30.000Z'],
  ['%d/%m/%Y', '31/01/2026', '2026-01-31T00:00:00.000Z'],
  ['%m/%d/%y %I:%M %p', '1/31/26 12:05 PM', '2026-01-31T12:05:00.000Z'],
  ['%m/%d/%y %I:%M %p', '1/31/26 12:05 am', '2026-01-31T00:05:00.000Z'],
  ['%d %b %Y', '31 Jan 2026', '2026-01-31T00:00:00.000Z'],
  ['%Y-%m-%dT%H:%M:%S.%f%z', '2026-01-31T10:20:30.5+0200', '2026-01-31T08:20:30.500Z'],
  ['%Y-%m-%dT%H:%M:%S%z', '2026-01-31T10:20:30-05:30', '2026-01-31T15:50:30.000Z'],
])('%s reads %s', (format, text, time) => {
  expect(new Date(timeReader(format)?.(text) ?? Number.NaN).toISOString()).toBe(time);
});

test.each([
  ['%Y-%m-%d', '2026-02-30'],
  ['%Y-%m-%d', 'soon'],
  ['%Y-%m-%d %H:%M', '2026-01-31 24:61'],
])('%s does not read %s', (format, text) => {
  expect(timeReader(format)?.(text)).toBeUndefined();
});

test.each(['%Q', '%m-%d', '%Y %Y', '%'])('%s is no format of a point in time', (format) => {
  expect(timeReader(format)).toBeUndefined();
});

test('days and months in another order are noticed', () => {
  expect(otherOrder('%d/%m/%Y', '%m/%d/%Y')).toBe(true);
  expect(otherOrder('%Y-%m-%d', '%m/%d/%Y')).toBe(false);
  expect(otherOrder('%Y', '%m/%d/%Y')).toBe(false);
});
