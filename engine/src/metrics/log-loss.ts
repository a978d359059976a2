import { type MeanMetric, meanMetric } from './mean-metric.ts';
import { type Metric, metric, type Scored, weightOf } from './metric.ts';

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

/** Mean negative log-likelihood, binary or multinomial by what it is given. */
export const logLoss: Metric = metric({
  name: 'LogLoss',
  direction: 'lower',
  tasks: ['binary', 'multiclass'],
  score: (rows) => (rows.classes === undefined ? binaryLogLoss.score(rows) : multinomialLoss(rows)),
});
