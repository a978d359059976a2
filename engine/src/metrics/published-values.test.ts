import { describe, expect, it } from 'vitest';
import golden from '../../golden/sklearn-metrics.json' with { type: 'json' };
import { metricNamed } from './catalogue.ts';
import { coverage, msis } from './interval-metrics.ts';
import { mae, mape, mase, naiveScale, owa, pinball, rmse, smape, theilsU } from './point-errors.ts';

const numbers = (values: readonly number[]) => Float64Array.from(values);

describe.each(golden.cases)(`${golden.program}, $task`, (sample) => {
  const rows = {
    actual: numbers(sample.actual),
    predicted: numbers(sample.predicted),
    ...(sample.classes === undefined ? {} : { classes: sample.classes }),
  };
  const named = (name: string) => (name === 'Pinball 0.9' ? pinball(0.9) : metricNamed(name));

  it.each(Object.entries(sample.plain))('%s', (name, value) => {
    expect(named(name).score(rows)).toBeCloseTo(value, 10);
  });

  it.each(Object.entries(sample.weighted))('weighted %s', (name, value) => {
    expect(named(name).score({ ...rows, weight: numbers(golden.weight) })).toBeCloseTo(value, 10);
  });
});

/**
 * Hyndman and Athanasopoulos, Forecasting: Principles and Practice, 2nd edition, section 3.4: quarterly Australian
 * beer production, trained on 1992 to 2007, tested on 2008 to the second quarter of 2010.
 */
describe('the accuracy table of the beer example', () => {
  const history = numbers([
    ...[443, 410, 420, 532, 433, 421, 410, 512, 449, 381, 423, 531, 426, 408, 416, 520, 409, 398, 398, 507, 432, 398],
    ...[406, 526, 428, 397, 403, 517, 435, 383, 424, 521, 421, 402, 414, 500, 451, 380, 416, 492, 428, 408, 406, 506],
    ...[435, 380, 421, 490, 435, 390, 412, 454, 416, 403, 408, 482, 438, 386, 405, 491, 427, 383, 394, 473],
  ]);
  const actual = numbers([420, 390, 410, 488, 415, 398, 419, 488, 414, 374]);
  const scale = actual.map(() => naiveScale(history, 4));
  const last = history.length - 1;
  const methods = {
    mean: actual.map(() => history.reduce((sum, value) => sum + value, 0) / history.length),
    naive: actual.map(() => history[last] as number),
    seasonalNaive: actual.map((_, step) => history[last - 3 + (step % 4)] as number),
  };
  it.each([
    ['mean', 38.45, 34.83, 8.28, 2.44],
    ['naive', 62.69, 57.4, 14.18, 4.01],
    ['seasonalNaive', 14.31, 13.4, 3.17, 0.94],
  ] as const)('%s', (method, ...published) => {
    const rows = { actual, predicted: methods[method], scale };
    const ours = [rmse, mae, mape, mase].map((metric) => Math.round(metric.score(rows) * 100) / 100);
    expect(ours).toEqual(published);
  });
});

describe('values worked out by hand', () => {
  const actual = numbers([100, 200, 0]);
  const predicted = numbers([110, 150, 0]);
  it('SMAPE counts 0 against 0 as perfect and MAPE leaves zeros out', () => {
    expect(smape.score({ actual, predicted })).toBeCloseTo((2000 / 210 + 10000 / 350) / 3, 12);
    expect(mape.score({ actual, predicted })).toBeCloseTo((10 + 25) / 2, 12);
  });
  it('WAPE is 60 of 300', () => {
    expect(metricNamed('WAPE').score({ actual, predicted })).toBeCloseTo(20, 12);
  });
  it('OWA of the naive forecast itself is 1', () => {
    const rows = { actual, predicted, baseline: predicted, scale: numbers([10, 10, 10]) };
    expect(owa.score(rows)).toBe(1);
    expect(theilsU.score(rows)).toBe(1);
  });
  it("Theil's U halves with the errors", () => {
    const baseline = numbers([120, 100, 0]);
    expect(theilsU.score({ actual, predicted, baseline })).toBeCloseTo(Math.sqrt(2600 / 10400), 12);
  });
  it('MSIS adds 2 / alpha times what is outside; coverage counts the ends as inside', () => {
    const rows = { actual, lower: numbers([100, 210, 1]), upper: numbers([120, 230, 3]), level: 0.8 };
    expect(coverage.score(rows)).toBeCloseTo(1 / 3, 12);
    expect(msis.score({ ...rows, scale: numbers([2, 2, 2]) })).toBeCloseTo((20 + 20 + 100 + 2 + 10) / 6, 12);
  });
  it('Rate@Top10% shares out a tie', () => {
    const rows = { actual: numbers([1, 0, 1, 0, 0]), predicted: numbers([0.9, 0.9, 0.1, 0.1, 0.1]) };
    expect(metricNamed('Rate@Top10%').score(rows)).toBeCloseTo(0.5, 12);
  });
});
