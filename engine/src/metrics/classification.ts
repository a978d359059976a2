import type { Task } from '../core/run.ts';
import { type MeanMetric, type Metric, meanMetric, metric, type Scored, weightOf } from './metric.ts';

/**
 * Brier score: mean squared difference between the probability of class 1 and what happened (Brier 1950, "Verification of
 * forecasts expressed in terms of probability", Monthly Weather Review 78; two-class form).
 */
export const brier = meanMetric({
  name: 'Brier',
  tasks: ['binary'],
  loss: (actual, predicted) => (actual - predicted) ** 2,
});

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

/** Share of the rows that are decided rightly. */
export const accuracy = decision('Accuracy', (table) => {
  const right = classesOf(table).reduce((sum, c) => sum + table.at(c, c), 0);
  return right / table.total;
});

/**
 * Mean recall over the classes that occur (Brodersen, Ong, Stephan and Buhmann 2010, "The balanced accuracy and its
 * posterior distribution", International Conference on Pattern Recognition).
 */
export const balancedAccuracy = decision('Balanced Accuracy', (table) => {
  const present = classesOf(table).filter((c) => (table.actual[c] as number) > 0);
  return mean(present.map((c) => table.at(c, c) / (table.actual[c] as number)));
});

function f1Of(table: Confusion, positive: number): number {
  const size = (table.actual[positive] as number) + (table.decided[positive] as number);
  return size === 0 ? 0 : (2 * table.at(positive, positive)) / size;
}

/**
 * F1: harmonic mean of precision and recall, of class 1 for two classes, averaged over classes (macro) for more (van
 * Rijsbergen 1979, "Information retrieval", chapter 7).
 */
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

/**
 * Matthews correlation coefficient of truth and decision, 0 where undefined (Matthews 1975, "Comparison of the predicted
 * and observed secondary structure of T4 phage lysozyme", Biochimica et Biophysica Acta 405), in the form for any number
 * of classes (Gorodkin 2004, "Comparing two K-category assignments by a K-category correlation coefficient",
 * Computational Biology and Chemistry 28).
 */
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
/** Shares of the rows of a class, or of the rows decided as a class, that are decided rightly (for FPR: wrongly). */
export const truePositiveRate = decision('TPR', (t) => t.at(1, 1) / (t.actual[1] as number), 'higher', two);
export const falsePositiveRate = decision('FPR', (t) => t.at(0, 1) / (t.actual[0] as number), 'lower', two);
export const trueNegativeRate = decision('TNR', (t) => t.at(0, 0) / (t.actual[0] as number), 'higher', two);
export const positivePredictiveValue = decision('PPV', (t) => t.at(1, 1) / (t.decided[1] as number), 'higher', two);
export const negativePredictiveValue = decision('NPV', (t) => t.at(0, 0) / (t.decided[0] as number), 'higher', two);

/** Weight of rows by true class (first index) and decided class (second): probability 0.5 or more, or the likeliest. */
export interface Confusion {
  readonly classes: number;
  at(actual: number, decided: number): number;
  readonly actual: Float64Array;
  readonly decided: Float64Array;
  readonly total: number;
}

function decide(predicted: Float64Array, row: number, classes: number | undefined): number {
  if (classes === undefined) return (predicted[row] as number) >= 0.5 ? 1 : 0;
  let best = 0;
  for (let c = 1; c < classes; c += 1) {
    if ((predicted[row * classes + c] as number) > (predicted[row * classes + best] as number)) best = c;
  }
  return best;
}

export function confusion(rows: Scored): Confusion {
  const classes = rows.classes ?? 2;
  const cells = new Float64Array(classes * classes);
  const actual = new Float64Array(classes);
  const decided = new Float64Array(classes);
  let total = 0;
  for (let row = 0; row < rows.actual.length; row += 1) {
    const share = weightOf(rows.weight, row);
    const truth = rows.actual[row] as number;
    const answer = decide(rows.predicted, row, rows.classes);
    cells[truth * classes + answer] = (cells[truth * classes + answer] as number) + share;
    actual[truth] = (actual[truth] as number) + share;
    decided[answer] = (decided[answer] as number) + share;
    total += share;
  }
  return { classes, actual, decided, total, at: (truth, answer) => cells[truth * classes + answer] as number };
}

/** A sure and wrong answer must cost much, not infinitely much. */
const SMALLEST_PROBABILITY = 1e-15;

const surprise = (probability: number) =>
  -Math.log(Math.min(Math.max(probability, SMALLEST_PROBABILITY), 1 - SMALLEST_PROBABILITY));

/** Mean negative log-likelihood of the true class over rows x classes probabilities. */
export function multinomialLoss({ actual, predicted, weight, classes = 2 }: Scored): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < actual.length; row += 1) {
    const share = weightOf(weight, row);
    sum += share * surprise(predicted[row * classes + (actual[row] as number)] as number);
    total += share;
  }
  return sum / total;
}

/** Loss of one row of a two-class problem, from the probability of class 1. */
export const binaryLoss = (actual: number, predicted: number) =>
  actual * surprise(predicted) + (1 - actual) * surprise(1 - predicted);

const binaryLogLoss: MeanMetric = meanMetric({ name: 'LogLoss', tasks: ['binary'], loss: binaryLoss });

/**
 * Log loss: mean negative log-likelihood of the true class, binary or multinomial by what it is given (Good 1952,
 * "Rational decisions", Journal of the Royal Statistical Society B 14).
 */
export const logLoss: Metric = metric({
  name: 'LogLoss',
  direction: 'lower',
  tasks: ['binary', 'multiclass'],
  score: (rows) => (rows.classes === undefined ? binaryLogLoss.score(rows) : multinomialLoss(rows)),
});
