import { expect, test } from 'vitest';
import { bucketText } from '../../parts/format.ts';
import { selectionOf } from './period.ts';

test('a period ends with the hour that runs', () => {
  const now = new Date('2026-03-09T10:20:00Z');
  expect(selectionOf({}, now)).toEqual({ start: '2026-03-03T00:00:00.000Z', end: '2026-03-09T11:00:00.000Z' });
  expect(selectionOf({ days: 1 }, new Date('2026-03-09T10:00:00Z'))).toEqual({
    start: '2026-03-08T11:00:00.000Z',
    end: '2026-03-09T11:00:00.000Z',
  });
});

test('a segment is asked for only with its value', () => {
  const now = new Date('2026-03-09T10:20:00Z');
  expect(selectionOf({ segment: 'town' }, now)).not.toHaveProperty('segmentAttribute');
  expect(selectionOf({ segment: 'town', value: 'Oslo' }, now)).toMatchObject({
    segmentAttribute: 'town',
    segmentValue: 'Oslo',
  });
});

test('buckets are named by day, or by hour where they are shorter', () => {
  expect(bucketText({ start: '2026-03-09T10:00:00Z', end: '2026-03-09T11:00:00Z' })).toBe('03-09 10:00');
  expect(bucketText({ start: '2026-03-09T00:00:00Z', end: '2026-03-10T00:00:00Z' })).toBe('03-09');
});
