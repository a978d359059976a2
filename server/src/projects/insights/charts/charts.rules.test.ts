import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liftBins, oneClass, residuals } from './charts.rules.ts';
import { confusion, rocCurve } from './roc.rules.ts';

const numbers = (values: readonly number[]) => Float64Array.from(values);
const plain = (actual: readonly number[], predicted: readonly number[]) => ({
  actual: numbers(actual),
  predicted: numbers(predicted),
  weight: numbers(actual.map(() => 1)),
  rows: Int32Array.from(actual.keys()),
});

test('lift: rows in the order of their predictions, in groups of the same size', () => {
  const bins = liftBins(plain([4, 1, 3, 2], [40, 10, 30, 20]), 2);
  expect(bins).toEqual([
    { actual: 1.5, predicted: 15, binWeight: 2 },
    { actual: 3.5, predicted: 35, binWeight: 2 },
  ]);
  const heavy = { ...plain([0, 10], [1, 2]), weight: numbers([3, 1]) };
  expect(liftBins(heavy, 1)).toEqual([{ actual: 2.5, predicted: 1.25, binWeight: 4 }]);
  expect(liftBins(plain([], []))).toEqual([]);
});

test('lift: whatever the rows, bins rise and hold every row once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ noNaN: true, min: -9, max: 9 }), fc.integer()), { minLength: 1 }),
      (rows) => {
        const bins = liftBins(
          plain(
            rows.map(([, actual]) => actual),
            rows.map(([predicted]) => predicted),
          ),
        );
        expect(bins.reduce((sum, { binWeight }) => sum + binWeight, 0)).toBe(rows.length);
        const said = bins.map(({ predicted }) => predicted);
        said.slice(1).forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual((said[i] as number) - 1e-9);
        });
      },
    ),
  );
});

test('one class of three against the others', () => {
  const { actual, predicted } = oneClass(
    { ...plain([0, 2], [0, 0]), predicted: numbers([0.5, 0.2, 0.3, 0.1, 0.1, 0.8]) },
    3,
    2,
  );
  expect([...actual, ...predicted]).toEqual([0, 1, 0.3, 0.8]);
});

test('ROC: counts at every threshold, and the area as the share of pairs in the right order', () => {
  const actual = [1, 0, 1, 0, 1];
  const predicted = [0.9, 0.8, 0.8, 0.3, 0.2];
  const curve = rocCurve(plain(actual, predicted));
  expect(curve.rocPoints.map(({ threshold }) => threshold)).toEqual([1, 0.9, 0.8, 0.3, 0.2]);
  expect(curve.rocPoints[2]).toMatchObject({
    truePositiveScore: 2,
    falsePositiveScore: 1,
    falseNegativeScore: 1,
    trueNegativeScore: 1,
    accuracy: 0.6,
    positivePredictiveValue: 2 / 3,
    fractionPredictedAsPositive: 0.6,
  });
  let right = 0;
  for (const [i, a] of actual.entries()) {
    for (const [j, b] of actual.entries()) {
      if (a === 1 && b === 0) {
        const [x, y] = [predicted[i] as number, predicted[j] as number];
        right += x > y ? 1 : x === y ? 0.5 : 0;
      }
    }
  }
  expect(curve.auc).toBeCloseTo(right / 6, 12);
  expect(curve.positiveClassPredictions).toEqual([0.2, 0.8, 0.9]);
  expect(curve.negativeClassPredictions).toEqual([0.3, 0.8]);
  expect(
    rocCurve(plain([0, 0], [0.1, 0.2])).rocPoints.every((point) => Object.values(point).every(Number.isFinite)),
  ).toBe(true);
});

test('residuals: what is between predictions and outcomes', () => {
  const chart = residuals(plain([1, 2, 3], [2, 2, 5]));
  expect(chart).toMatchObject({ residualMean: 1, coefficientOfDetermination: 1 - 5 / 2 });
  expect(chart.standardDeviation).toBeCloseTo(Math.sqrt(2 / 3), 12);
  expect(chart.data).toEqual([
    [1, 2, 1, 0],
    [2, 2, 0, 1],
    [3, 5, 2, 2],
  ]);
  expect(chart.histogram).toEqual([
    { intervalStart: 0, intervalEnd: 1, occurrences: 1 },
    { intervalStart: 1, intervalEnd: 2, occurrences: 2 },
  ]);
});

test('confusion: positive from the threshold on', () => {
  const at = (threshold: number) => confusion(plain([1, 0], [0.5, 0.4]), ['no', 'yes'], threshold).confusionMatrix;
  expect(at(0.5)).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(at(0.51)[1]).toEqual([1, 0]);
});

test('confusion: which class is taken for which', () => {
  const { confusionMatrix, classMetrics } = confusion(plain([1, 1, 0, 0], [0.9, 0.3, 0.6, 0.1]), ['no', 'yes'], 0.5);
  expect(confusionMatrix).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(classMetrics[1]).toMatchObject({ className: 'yes', actualCount: 2, predictedCount: 2, recall: 0.5, f1: 0.5 });
  const three = confusion(
    { actual: numbers([0, 1, 2]), predicted: numbers([0.8, 0.1, 0.1, 0.2, 0.2, 0.6, 0, 0, 1]) },
    ['a', 'b', 'c'],
    0.5,
  );
  expect(three.confusionMatrix).toEqual([
    [1, 0, 0],
    [0, 0, 1],
    [0, 0, 1],
  ]);
  expect(three.classMetrics[2]?.confusionMatrixOneVsAll).toEqual([
    [1, 1],
    [0, 1],
  ]);
  expect(three.classMetrics[2]?.wasActualPercentages).toEqual([
    { otherClassName: 'a', percentage: 0 },
    { otherClassName: 'b', percentage: 0.5 },
    { otherClassName: 'c', percentage: 0.5 },
  ]);
});
