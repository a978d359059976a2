import { expect, test } from 'vitest';
import { meanScore, readAccuracy, scoresByDistance, scoresBySeries, writeAccuracy } from './accuracy.rules.ts';

/** Errors of series 0 are 1 and 3, those of series 1 are 2 and 2. */
const predictions = (wrongBy: number) => ({
  series: Int32Array.of(0, 0, 1, 1),
  distance: Int32Array.of(1, 2, 1, 2),
  point: new Float64Array(4),
  time: new Float64Array(4),
  actual: Float64Array.of(10, 10, 10, 10),
  predicted: Float64Array.of(11, 13, 12, 8).map((value) => value + wrongBy),
  scale: new Float64Array(4).fill(1),
  weight: new Float64Array(4).fill(1),
});

test('every series is scored of its own, backtests as their mean', () => {
  const parts = [
    { part: 'backtest_0', predictions: predictions(0) },
    { part: 'backtest_1', predictions: predictions(1) },
    { part: 'holdout', predictions: predictions(2) },
  ];
  const { MAE } = scoresBySeries(parts, 3);
  expect([...(MAE?.validation ?? [])]).toEqual([2, 2, Number.NaN]);
  expect([...(MAE?.backtesting ?? [])]).toEqual([2.5, 2, Number.NaN]);
  expect([...(MAE?.holdout ?? [])]).toEqual([4, 2, Number.NaN]);
});

test('what was written is read again', () => {
  const accuracy = {
    rowCount: Float64Array.of(5),
    start: Float64Array.of(0),
    end: Float64Array.of(9),
    scores: scoresBySeries([{ part: 'backtest_0', predictions: predictions(0) }], 1),
  };
  expect(readAccuracy(writeAccuracy(accuracy))).toEqual(accuracy);
});

test('scores by how far ahead, and their mean where all are there', () => {
  expect(scoresByDistance({ made: predictions(0), first: 1, last: 3, name: 'MAE' })).toEqual([1.5, 2.5, null]);
  expect(meanScore([1, 3])).toBe(2);
  expect(meanScore([1, null])).toBeNull();
  expect(meanScore([])).toBeNull();
});
