import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnOf, profileOfColumns, profileOfQuery } from './profile.fixtures.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const day = (i: number) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);

test('numbers, categories, text, dates and truth values are told apart', async () => {
  const rows = range(60);
  const profile = await profileOfColumns({
    amount: ['DOUBLE', rows.map((i) => (i % 10 === 0 ? null : i * 1.5))],
    colour: ['VARCHAR', rows.map((i) => ['red', 'green', 'blue'][i % 3] ?? '')],
    remark: ['VARCHAR', rows.map((i) => `delivery number ${i} came late to the customer`)],
    sold: ['DATE', rows.map(day)],
    open: ['BOOLEAN', rows.map((i) => i % 2 === 0)],
  });
  expect(profile.rowCount).toBe(60);
  expect(profile.columns.map(({ position, name, summary }) => [position, name, summary.featureType])).toEqual([
    [0, 'amount', 'Numeric'],
    [1, 'colour', 'Categorical'],
    [2, 'remark', 'Text'],
    [3, 'sold', 'Date'],
    [4, 'open', 'Boolean'],
  ]);
  expect(columnOf(profile, 'amount').summary).toMatchObject({ naCount: 6, uniqueCount: 54, min: 1.5, max: 88.5 });
  expect(columnOf(profile, 'colour').plot).toEqual([
    { label: 'blue', count: 20 },
    { label: 'green', count: 20 },
    { label: 'red', count: 20 },
  ]);
  expect(columnOf(profile, 'remark').summary.text).toMatchObject({ meanWords: 8 });
  expect(columnOf(profile, 'sold').summary).toMatchObject({
    dateFormat: '%Y-%m-%d',
    min: '2020-01-01',
    max: '2020-02-29',
    timeSeriesEligible: true,
    timeSeriesEligibilityReason: 'suitable',
    timeStep: 1,
    timeUnit: 'DAY',
  });
});

const numbers = fc.array(
  fc.oneof(
    fc.constant(null),
    fc.integer({ min: -1000, max: 1000 }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.constant(0),
  ),
  { minLength: 1, maxLength: 200 },
);

test('the figures of numbers are those of a plain computation', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, async (values) => {
      const { summary, plot } = columnOf(await profileOfColumns({ x: ['DOUBLE', values] }), 'x');
      const present = values.filter((value) => value !== null).sort((a, b) => a - b);
      expect(summary.naCount).toBe(values.length - present.length);
      expect(summary.uniqueCount).toBe(new Set(present.map((value) => value + 0)).size);
      expect(plot.reduce((sum, bin) => sum + bin.count, 0)).toBe(present.length);
      expect(summary.lowInformationReason === 'empty').toBe(present.length === 0);
      if (present.length === 0) return;
      const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
      const spread = present.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      const middle = (present.length - 1) / 2;
      const median = ((present[Math.floor(middle)] ?? 0) + (present[Math.ceil(middle)] ?? 0)) / 2;
      expect(summary.min).toBeCloseTo(present[0] ?? 0, 9);
      expect(summary.max).toBeCloseTo(present.at(-1) ?? 0, 9);
      expect(summary.mean).toBeCloseTo(mean, 6);
      expect(summary.median).toBeCloseTo(median, 9);
      expect(summary.stdDev).toBeCloseTo(Math.sqrt(spread / Math.max(1, present.length - 1)), 5);
      for (const [i, { label, count }] of plot.entries()) {
        const next = plot[i + 1];
        const inside = present.filter((v) => v >= Number(label) && (next === undefined || v < Number(next.label)));
        expect(inside.length).toBe(count);
      }
    }),
    { numRuns: 40 },
  );
});

test('categories are counted, whatever people write in them', async () => {
  const texts = fc.array(fc.oneof(fc.constant(null), fc.string({ maxLength: 12 })), { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(texts, async (drawn) => {
      const values = drawn.map((text) => (text === null ? null : `x${text.replaceAll('\0', '')}`));
      const { summary, plot } = columnOf(await profileOfColumns({ 'a"b': ['VARCHAR', values] }), 'a"b');
      const counts = new Map<string, number>();
      for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
      expect(summary.uniqueCount).toBe(counts.size);
      expect(summary.naCount).toBe(values.filter((value) => value === null).length);
      for (const { label, count } of plot) expect(counts.get(label)).toBe(count);
    }),
    { numRuns: 30 },
  );
});

test('many different values give the same figures as few: DuckDB keeps them, exactly', async () => {
  const profile = await profileOfQuery(`
    SELECT (i * 7919 % 100003) / 7.0 AS spread, CASE WHEN i % 5 = 0 THEN NULL ELSE i END AS holes,
      TIMESTAMP '2020-01-01' + to_minutes(i) AS minute, 'name ' || i AS name
    FROM range(100003) t(i)`);
  const values = range(100003).map((i) => i / 7);
  expect(columnOf(profile, 'spread').summary).toMatchObject({
    uniqueCount: 100003,
    uniqueCountIsExact: true,
    naCount: 0,
  });
  expect(columnOf(profile, 'spread').summary.median).toBe(values[50001]);
  expect(columnOf(profile, 'spread').plot.reduce((sum, bin) => sum + bin.count, 0)).toBe(100003);
  expect(columnOf(profile, 'holes').summary).toMatchObject({ naCount: 20001, uniqueCount: 80002, min: 1, max: 100002 });
  expect(columnOf(profile, 'minute').summary).toMatchObject({
    timeUnit: 'MINUTE',
    timeStep: 1,
    median: '2020-02-04T17:21:00',
  });
  expect(columnOf(profile, 'name').summary).toMatchObject({ uniqueCount: 100003, lowInformationReason: 'identifier' });
});

test('a column that only begins with few different values is profiled all the same', async () => {
  const profile = await profileOfQuery(`
    SELECT i // 3 AS number, 'n' || (i // 3) AS name, DATE '1800-01-01' + (i // 3)::INTEGER AS day FROM range(180000) t(i)`);
  for (const name of ['number', 'name', 'day']) {
    expect(columnOf(profile, name).summary).toMatchObject({
      uniqueCount: 60_000,
      uniqueCountIsExact: true,
      naCount: 0,
    });
  }
  expect(columnOf(profile, 'number').summary).toMatchObject({ median: 29_999.5, lowInformation: false });
  expect(columnOf(profile, 'day').summary).toMatchObject({ timeSeriesEligibilityReason: 'notUnique' });
});
