import type { Task } from '../model/estimator.ts';
import { type Confusion, confusion } from './confusion.ts';
import { type Metric, metric } from './metric.ts';

function decision(
  name: string,
  of: (table: Confusion) => number,
  direction: 'lower' | 'higher' = 'higher',
  tasks: readonly Task[] = ['binary', 'multiclass'],
): Metric {
  return metric({ name, direction, tasks, score: (rows) => of(confusion(rows)) });
}

const classesOf = (table: Confusion) => Array.from({ length: table.classes }, (_, index) => index);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export const accuracy = decision('Accuracy', (table) => {
  const right = classesOf(table).reduce((sum, c) => sum + table.at(c, c), 0);
  return right / table.total;
});

/** Mean recall over the classes that occur (Brodersen et al. 2010). */
export const balancedAccuracy = decision('Balanced Accuracy', (table) => {
  const present = classesOf(table).filter((c) => (table.actual[c] as number) > 0);
  return mean(present.map((c) => table.at(c, c) / (table.actual[c] as number)));
});

function f1Of(table: Confusion, positive: number): number {
  const size = (table.actual[positive] as number) + (table.decided[positive] as number);
  return size === 0 ? 0 : (2 * table.at(positive, positive)) / size;
}

/** Harmonic mean of precision and recall: of class 1 for two classes, averaged over classes (macro) for more. */
export const f1 = metric({
  name: 'F1',
  direction: 'higher',
  tasks: ['binary', 'multiclass'],
  score(rows) {
    const table = confusion(rows);
    if (rows.classes === undefined) return f1Of(table, 1);
    const seen = classesOf(table).filter((c) => (table.actual[c] as number) + (table.decided[c] as number) > 0);
    return mean(seen.map((c) => f1Of(table, c)));
  },
});

/** Matthews correlation coefficient, in the form for any number of classes (Gorodkin 2004). 0 where undefined. */
export const mcc = decision('MCC', (table) => {
  let [right, mixed, actual2, decided2] = [0, 0, 0, 0];
  for (const c of classesOf(table)) {
    right += table.at(c, c);
    mixed += (table.actual[c] as number) * (table.decided[c] as number);
    actual2 += (table.actual[c] as number) ** 2;
    decided2 += (table.decided[c] as number) ** 2;
  }
  const size = Math.sqrt((table.total ** 2 - decided2) * (table.total ** 2 - actual2));
  return size > 0 ? (right * table.total - mixed) / size : 0;
});

const two: readonly Task[] = ['binary'];
export const truePositiveRate = decision('TPR', (t) => t.at(1, 1) / (t.actual[1] as number), 'higher', two);
export const falsePositiveRate = decision('FPR', (t) => t.at(0, 1) / (t.actual[0] as number), 'lower', two);
export const trueNegativeRate = decision('TNR', (t) => t.at(0, 0) / (t.actual[0] as number), 'higher', two);
export const positivePredictiveValue = decision('PPV', (t) => t.at(1, 1) / (t.decided[1] as number), 'higher', two);
export const negativePredictiveValue = decision('NPV', (t) => t.at(0, 0) / (t.decided[0] as number), 'higher', two);
