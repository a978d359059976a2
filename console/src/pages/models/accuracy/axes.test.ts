import { expect, test } from 'vitest';
import { withErrorBand } from './axes.ts';

const points = [-2, -1, 0, 1, 2].map((error, i) => ({ time: String(i), actual: 10 + error, predicted: 10 }));

test('the band reaches as far as the asked share of the errors', () => {
  expect(withErrorBand(points, 1)[0]).toMatchObject({ low: 8, high: 12 });
  expect(withErrorBand(points, 0.5)[0]).toMatchObject({ low: 9, high: 11 });
});

test('a few errors make no band, and a missing forecast has none', () => {
  expect(withErrorBand(points.slice(1), 0.8).every(({ low, high }) => low === null && high === null)).toBe(true);
  const gap = [...points, { time: '5', actual: 3, predicted: null }];
  expect(withErrorBand(gap, 0.8).at(-1)).toMatchObject({ low: null, high: null });
});
