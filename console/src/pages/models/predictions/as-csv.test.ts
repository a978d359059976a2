import { expect, test } from 'vitest';
import { asCsv } from './as-csv.ts';

test('columns are those of all rows, lists are left out, and what needs quotes has them', () => {
  const rows = [
    { rowId: 0, seriesId: 'North, "old"', values: [1, 2] },
    { rowId: 1, seriesId: null, prediction: 1.5 },
  ];
  expect(asCsv(rows)).toBe('rowId,seriesId,prediction\n0,"North, ""old""",\n1,,1.5\n');
});
