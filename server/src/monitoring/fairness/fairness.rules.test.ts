import { expect, test } from 'vitest';
import { FAIRNESS_METRICS, type FairnessMetric, fairnessScores, noRows } from './fairness.rules.ts';

const classes = new Map([
  [
    'a',
    { ...noRows(), favoured: 60, others: 40, actual: { FF: 40, FO: 10, OF: 20, OO: 30 }, chances: { F: 40, O: 15 } },
  ],
  [
    'b',
    { ...noRows(), favoured: 60, others: 140, actual: { FF: 45, FO: 45, OF: 15, OO: 95 }, chances: { F: 45, O: 11 } },
  ],
]);

/** By the definitions, with pencil and paper. */
const EXPECTED: Readonly<Record<FairnessMetric, readonly [number, number]>> = {
  proportionalParity: [0.6, 0.3],
  equalParity: [60, 60],
  favorableClassBalance: [0.8, 0.5],
  unfavorableClassBalance: [0.3, 0.1],
  trueFavorableRateParity: [0.8, 0.5],
  trueUnfavorableRateParity: [0.6, 95 / 110],
  favorablePredictiveValueParity: [40 / 60, 0.75],
  unfavorablePredictiveValueParity: [0.75, 95 / 140],
};

test.each(FAIRNESS_METRICS)('%s is what its definition says, beside the class that fares best', (metric) => {
  const scores = fairnessScores(metric, classes, 0.8) ?? [];
  const expected = EXPECTED[metric];
  const best = Math.max(...expected);
  scores.forEach((score, at) => {
    expect(score.absoluteValue).toBeCloseTo(expected[at] as number, 12);
    expect(score.value).toBeCloseTo((expected[at] as number) / best, 12);
    expect(score.privilegedClass).toBe(expected[0] >= expected[1] ? 'a' : 'b');
    expect(score.classesCount).toBe(2);
    expect(score.healthyClassesCount).toBe(Math.min(...expected) / best >= 0.8 ? 2 : 1);
  });
});

test('what chance explains is not significant, and few rows say nothing', () => {
  const of = (favoured: number, others: number) => ({ ...noRows(), favoured, others });
  const significant = (a: ReturnType<typeof of>, b: ReturnType<typeof of>) =>
    fairnessScores(
      'proportionalParity',
      new Map([
        ['a', a],
        ['b', b],
      ]),
      0.8,
    )?.[1]?.isStatisticallySignificant;
  expect(significant(of(60, 40), of(30, 70))).toBe(true);
  expect(significant(of(60, 40), of(55, 45))).toBe(false);
  expect(significant(of(20, 0), of(0, 20))).toBe(false);
});

test('nobody is known, or nobody is favoured', () => {
  expect(fairnessScores('proportionalParity', new Map(), 0.8)).toBeNull();
  expect(fairnessScores('trueFavorableRateParity', new Map([['a', { ...noRows(), favoured: 3 }]]), 0.8)).toBeNull();
  const none = fairnessScores('equalParity', new Map([['a', { ...noRows(), others: 3 }]]), 0.8);
  expect(none).toEqual([expect.objectContaining({ value: 1, absoluteValue: 0, healthyClassesCount: 1 })]);
});
