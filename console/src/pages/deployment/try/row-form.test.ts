import { expect, test } from 'vitest';
import type { Distribution } from '../../../api/monitoring.ts';
import { firstRow, rowOf, suggestions } from './row-form.ts';

const feature = (name: string, featureType: string, dateFormat: string | null = null) => ({
  name,
  featureType,
  dateFormat,
  importance: null,
  knownInAdvance: false,
  nextDate: null,
});
const column = (name: string, typical: string | number | null, names: readonly string[] = []): Distribution => ({
  name,
  typical,
  role: 'feature',
  kind: names.length > 0 ? 'names' : 'numbers',
  sampleSize: 0,
  baselineSampleSize: 3,
  missing: { baseline: 0, recent: null },
  bins: [...names, null].map((one, at) => ({ from: null, to: null, name: one, baseline: at / 10, recent: null })),
});
const features = [feature('size', 'Numeric'), feature('town', 'Categorical'), feature('day', 'Date', '%d.%m.%Y')];
const seen = [column('size', 49.5), column('town', 'Rome', ['Lima', 'Rome'])];

test('a form begins with what was usual', () => {
  const now = new Date('2026-03-09T10:00:00Z');
  expect(firstRow(features, seen, now)).toEqual({ size: '49.5', town: 'Rome', day: '09.03.2026' });
  const dated = { ...feature('day', 'Date', '%Y-%m-%d %H:%M'), nextDate: '2019-05-01T06:30:00.000Z' };
  expect(firstRow([dated], seen, now)).toEqual({ day: '2019-05-01 06:30' });
  expect(firstRow([feature('other', 'Numeric')], seen, now)).toEqual({ other: '' });
});

test('numbers are sent as numbers, nothing as null, and wrong words as they are', () => {
  expect(rowOf(features, { size: ' 12 ', town: 'Oslo', day: '' })).toEqual({ size: 12, town: 'Oslo', day: null });
  expect(rowOf(features, { size: 'big', town: '7' })).toEqual({ size: 'big', town: '7', day: null });
});

test('names are suggested, the frequent ones first', () => {
  expect(suggestions(seen, 'town')).toEqual(['Rome', 'Lima']);
  expect(suggestions(seen, 'size')).toEqual([]);
});
