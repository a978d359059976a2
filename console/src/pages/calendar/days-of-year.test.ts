import { expect, test } from 'vitest';
import { daysOfYears } from './days-of-year.ts';

const event = (date: string, name: string, duration = 1) => ({
  date: `${date}T00:00:00Z`,
  name,
  seriesId: null,
  duration,
});

test('events lie in their years, where they are in them', () => {
  const years = daysOfYears([
    event('2025-01-01', 'New year'),
    event('2024-07-02', 'Middle'),
    event('2025-01-01', 'Rest'),
  ]);
  expect(years.map(({ year }) => year)).toEqual([2024, 2025]);
  expect(years[0]?.marks[0]?.from).toBeCloseTo(0.5, 2);
  expect(years[1]?.marks).toEqual([{ from: 0, width: 1 / 365, names: ['New year', 'Rest'] }]);
});

test('what lasts beyond the year ends with it', () => {
  const [year] = daysOfYears([event('2025-12-30', 'Break', 10)]);
  const { from = 0, width = 0 } = year?.marks[0] ?? {};
  expect(from + width).toBeCloseTo(1, 10);
});
