import type { z } from 'zod';
import { indexOfGreatest, spread } from '../../engine/arrays.ts';
import type * as schema from './chart.schema.ts';

type RocPoint = z.infer<typeof schema.RocPoint>;
export type Confusion = z.infer<typeof schema.Confusion>;
export type ClassMetrics = Confusion['classMetrics'][number];

const MOST_POINTS = 120;
const MOST_PREDICTIONS = 1000;

/** What saying "yes" from each threshold on would have meant. The first threshold is above all predictions. */
export function rocCurve({ actual, predicted }: Pick<Outcomes, 'actual' | 'predicted'>): z.infer<typeof schema.Roc> {
  const order = orderBy(predicted).reverse();
  const yes = actual.reduce((sum, value) => sum + value, 0);
  const no = actual.length - yes;
  const points: RocPoint[] = [rocPoint(1, 0, 0, yes, no)];
  let [hits, misses] = [0, 0];
  order.forEach((row, at) => {
    if (actual[row] === 1) hits += 1;
    else misses += 1;
    const threshold = predicted[row] as number;
    // Rows with equal predictions share one threshold.
    if (at + 1 < order.length && predicted[order[at + 1] as number] === threshold) return;
    points.push(rocPoint(threshold, hits, misses, yes, no));
  });
  let [area, widest] = [0, 0];
  points.slice(1).forEach((point, i) => {
    const last = points[i] as RocPoint;
    area += ((point.falsePositiveRate - last.falsePositiveRate) * (point.truePositiveRate + last.truePositiveRate)) / 2;
    widest = Math.max(widest, point.truePositiveRate - point.falsePositiveRate);
  });
  return {
    rocPoints: spread(points.length, MOST_POINTS).map((i) => points[i] as RocPoint),
    positiveClassPredictions: thinPoints(predicted, actual, order, 1),
    negativeClassPredictions: thinPoints(predicted, actual, order, 0),
    auc: area,
    kolmogorovSmirnovMetric: widest,
  };
}

function thinPoints(predicted: Float64Array, actual: Float64Array, order: Uint32Array, label: number): number[] {
  const rows = order.filter((row) => actual[row] === label).reverse();
  return spread(rows.length, MOST_PREDICTIONS).map((i) => predicted[rows[i] as number] as number);
}

const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function rocPoint(threshold: number, hits: number, misses: number, yes: number, no: number): RocPoint {
  const [tp, fp, fn, tn] = [hits, misses, yes - hits, no - misses];
  const all = yes + no;
  return {
    threshold,
    accuracy: ratio(tp + tn, all),
    f1Score: ratio(2 * tp, 2 * tp + fp + fn),
    truePositiveScore: tp,
    trueNegativeScore: tn,
    falsePositiveScore: fp,
    falseNegativeScore: fn,
    truePositiveRate: ratio(tp, yes),
    trueNegativeRate: ratio(tn, no),
    falsePositiveRate: ratio(fp, no),
    matthewsCorrelationCoefficient: ratio(tp * tn - fp * fn, Math.sqrt((tp + fp) * yes * no * (tn + fn))),
    positivePredictiveValue: ratio(tp, tp + fp),
    negativePredictiveValue: ratio(tn, tn + fn),
    fractionPredictedAsPositive: ratio(tp + fp, all),
    fractionPredictedAsNegative: ratio(tn + fn, all),
    liftPositive: ratio(ratio(tp, tp + fp), ratio(yes, all)),
    liftNegative: ratio(ratio(tn, tn + fn), ratio(no, all)),
  };
}

/** Confusion of classes. With two classes, positive from the threshold on. */
export function confusion(
  { actual, predicted }: Pick<Outcomes, 'actual' | 'predicted'>,
  classes: readonly string[],
  threshold: number,
): Confusion {
  const n = classes.length;
  const matrix = classes.map(() => new Array<number>(n).fill(0));
  const said =
    predicted.length === actual.length && n === 2
      ? (row: number) => Number((predicted[row] as number) >= threshold)
      : (row: number) => indexOfGreatest(predicted.subarray(row * n, (row + 1) * n));
  actual.forEach((label, row) => {
    const counts = matrix[label] as number[];
    const to = said(row);
    counts[to] = (counts[to] as number) + 1;
  });
  return {
    classes: [...classes],
    confusionMatrix: matrix,
    classMetrics: classes.map((_, i) => metricsOf(matrix, classes, i)),
  };
}

function metricsOf(matrix: readonly number[][], classes: readonly string[], index: number): ClassMetrics {
  const cell = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  const total = matrix.flat().reduce((sum, count) => sum + count, 0);
  const actualCount = classes.reduce((sum, _, other) => sum + cell(index, other), 0);
  const predictedCount = classes.reduce((sum, _, other) => sum + cell(other, index), 0);
  const right = cell(index, index);
  const others = (count: (other: number) => number, whole: number) =>
    classes.map((otherClassName, other) => ({ otherClassName, percentage: ratio(count(other), whole) }));
  return {
    className: classes[index] ?? '',
    actualCount,
    predictedCount,
    f1: ratio(2 * right, actualCount + predictedCount),
    recall: ratio(right, actualCount),
    precision: ratio(right, predictedCount),
    confusionMatrixOneVsAll: [
      [total - actualCount - predictedCount + right, predictedCount - right],
      [actualCount - right, right],
    ],
    wasActualPercentages: others((other) => cell(other, index), predictedCount),
    wasPredictedPercentages: others((other) => cell(index, other), actualCount),
  };
}

/** Out-of-sample predictions with actuals: all that accuracy charts need. */
export interface Outcomes {
  /** Numbers, or numbers of classes. */
  readonly actual: Float64Array;
  /** Numbers, the probability of class 1, or rows x classes. */
  readonly predicted: Float64Array;
  readonly weight: Float64Array;
  /** Number of the row in the data; in time series the number of the forecast. */
  readonly rows: Int32Array;
}

/** The order of the rows by what was predicted, smallest first; equal ones stay as they are. */
export function orderBy(values: Float64Array): Uint32Array {
  const order = Uint32Array.from(values.keys());
  return order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}
