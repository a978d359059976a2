import { expect, test } from 'vitest';
import { columnOf, profileOfQuery } from './profile.fixtures.ts';

test('in long tables many different values are counted with a sketch, and everything else stays exact', async () => {
  const rows = 1_200_000;
  const profile = await profileOfQuery(`
    SELECT (i * 7919 % ${rows}) / 8.0 AS spread, CASE WHEN i % 3 = 0 THEN 'often' ELSE 'code' || i END AS code
    FROM range(${rows}) t(i)`);
  const { summary, plot } = columnOf(profile, 'spread');
  expect(summary).toMatchObject({ uniqueCountIsExact: false, naCount: 0, min: 0, max: (rows - 1) / 8 });
  expect(summary.uniqueCount).toBeGreaterThan(rows * 0.9);
  expect(summary.uniqueCount).toBeLessThanOrEqual(rows);
  expect(summary.median).toBe((rows - 1) / 16);
  expect(plot.reduce((sum, bin) => sum + bin.count, 0)).toBe(rows);
  const code = columnOf(profile, 'code');
  expect(code.plot[0]).toEqual({ label: 'often', count: rows / 3 });
  expect(code.summary.uniqueCount / (rows * (2 / 3))).toBeCloseTo(1, 0);
});

test('a table of hundreds of columns is profiled column by column like a narrow one', async () => {
  const column = (i: number) =>
    [
      `(i * ${i + 1}) % 97 AS "c${i}"`,
      `strftime(DATE '2021-01-01' + (i + ${i})::INTEGER, '%d/%m/%Y') AS "c${i}"`,
      `'v' || ((i * ${i + 3}) % 13) AS "c${i}"`,
    ][i % 3];
  const columns = Array.from({ length: 300 }, (_, i) => column(i));
  const profile = await profileOfQuery(`SELECT ${columns.join(', ')}, "c0" AS copy FROM range(120) t(i)`);
  expect(profile.columns).toHaveLength(301);
  expect(profile.columns.map(({ position }) => position)).toEqual(profile.columns.map((_, i) => i));
  expect(columnOf(profile, 'c0').summary).toMatchObject({ featureType: 'Numeric', uniqueCount: 97, max: 96 });
  expect(columnOf(profile, 'c298').summary).toMatchObject({ featureType: 'Date', dateFormat: '%d/%m/%Y', timeStep: 1 });
  expect(columnOf(profile, 'c299').summary).toMatchObject({ featureType: 'Categorical', uniqueCount: 13 });
  expect(columnOf(profile, 'copy').summary).toMatchObject({ duplicateOf: 'c0', lowInformation: true });
  expect(profile.firstRows[1]?.slice(0, 3)).toEqual(['1', '03/01/2021', 'v5']);
});
