import { expect, test } from 'vitest';
import { countBins, durbinWatson, finestFor, floorTo, nextOf, plotBins, resolutionsFor } from './plot.rules.ts';

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

test('stretches of time start where people expect them to', () => {
  const time = Date.parse('2024-05-16T13:45:10Z');
  const start = (resolution: Parameters<typeof floorTo>[1]) => new Date(floorTo(time, resolution)).toISOString();
  expect(start('minutes')).toBe('2024-05-16T13:45:00.000Z');
  expect(start('days')).toBe('2024-05-16T00:00:00.000Z');
  expect(start('weeks')).toBe('2024-05-13T00:00:00.000Z');
  expect(start('months')).toBe('2024-05-01T00:00:00.000Z');
  expect(start('quarters')).toBe('2024-04-01T00:00:00.000Z');
  expect(start('years')).toBe('2024-01-01T00:00:00.000Z');
  expect(nextOf(at('2024-01-01'), 'months')).toBe(at('2024-02-01'));
  expect(nextOf(at('2024-10-01'), 'quarters')).toBe(at('2025-01-01'));
});

test('the finest resolution that fits, never finer than the data', () => {
  expect(resolutionsFor('MONTH')).toEqual(['months', 'quarters', 'years']);
  expect(countBins(at('2024-01-01'), at('2024-02-01'), 'days', 500)).toBe(31);
  expect(finestFor(at('2024-01-01'), at('2024-12-31'), resolutionsFor('DAY'), 500)).toBe('days');
  expect(finestFor(at('2024-01-01'), at('2024-12-31'), resolutionsFor('DAY'), 60)).toBe('weeks');
  expect(finestFor(at('2024-01-01'), at('2024-12-31'), resolutionsFor('DAY'), 3)).toBe('years');
});

/** Two series, two days, two distances. */
const rows = {
  series: Int32Array.of(0, 0, 1, 1, 0),
  distance: Int32Array.of(1, 2, 1, 2, 1),
  time: Float64Array.of(at('2024-01-01'), at('2024-01-01'), at('2024-01-01'), at('2024-01-02'), at('2024-01-03')),
  actual: Float64Array.of(10, 10, 20, 30, 40),
  predicted: Float64Array.of(12, 9, 20, 33, 44),
};
const question = { rows, resolution: 'days', from: at('2024-01-01'), to: at('2024-01-04') } as const;

test('bins hold means over the rows that were asked for', () => {
  const all = plotBins({ ...question, series: null, distances: [] });
  expect(all.map(({ actual, predicted, frequency }) => [actual, predicted, frequency])).toEqual([
    [40 / 3, 41 / 3, 3],
    [30, 33, 1],
    [40, 44, 1],
  ]);
  const one = plotBins({ ...question, series: 0, distances: [1, 2] });
  expect(one.map(({ forecasts, error }) => [forecasts, error])).toEqual([
    [[12, 9], 1.5],
    [[null, null], null],
    [[44, null], 4],
  ]);
  expect(plotBins({ ...question, series: 1, distances: [2] }).map(({ predicted }) => predicted)).toEqual([
    null,
    33,
    null,
  ]);
  expect(plotBins({ ...question, series: null, distances: [], to: at('2024-01-02') })).toHaveLength(1);
});

test('errors that follow each other are told from those that do not', () => {
  const bins = (errors: readonly number[]) =>
    errors.map((error) => ({ start: 0, end: 0, actual: 0, predicted: error, forecasts: [], error, frequency: 1 }));
  expect(durbinWatson(bins([1, 1, 1, 1]))).toBe(0);
  expect(durbinWatson(bins([1, -1, 1, -1]))).toBe(12 / 4);
  expect(durbinWatson(bins([1]))).toBeNull();
});
