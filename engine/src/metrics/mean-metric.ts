import type { Task } from '../model/estimator.ts';
import { type Metric, metric, type Scored, weightOf } from './metric.ts';

/** A metric that is a function of the weighted mean of a loss per row, so that it can be kept as two running sums. */
export interface MeanMetric extends Metric {
  /** Loss of one row; NaN leaves the row out. */
  loss(actual: number, predicted: number): number;
  finish(mean: number): number;
}

interface MeanMetricDraft {
  readonly name: string;
  readonly tasks?: readonly Task[];
  readonly loss: (actual: number, predicted: number) => number;
  readonly finish?: (mean: number) => number;
}

/** Weighted mean of a loss over the rows where it exists. */
export function meanLoss({ actual, predicted, weight }: Scored, loss: (a: number, p: number) => number): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < actual.length; row += 1) {
    const value = loss(actual[row] as number, predicted[row] as number);
    const share = weightOf(weight, row);
    if (Number.isNaN(value) || share === 0) continue;
    sum += share * value;
    total += share;
  }
  return sum / total;
}

export function meanMetric(draft: MeanMetricDraft): MeanMetric {
  const { name, tasks = ['regression'], loss, finish = (mean: number) => mean } = draft;
  const score = (rows: Scored) => finish(meanLoss(rows, loss));
  return { ...metric({ name, direction: 'lower', tasks, score }), loss, finish };
}
