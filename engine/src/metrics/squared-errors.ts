import { meanLoss, meanMetric } from './mean-metric.ts';
import { metric } from './metric.ts';

const squared = (actual: number, predicted: number) => (actual - predicted) ** 2;

/** Root of the mean squared error. */
export const rmse = meanMetric({ name: 'RMSE', loss: squared, finish: Math.sqrt });

/** RMSE of log(1 + x). Values at or below -1 have no logarithm: they count as if they were just above. */
export const rmsle = meanMetric({
  name: 'RMSLE',
  loss: (actual, predicted) =>
    squared(Math.log1p(Math.max(actual, -1 + 1e-9)), Math.log1p(Math.max(predicted, -1 + 1e-9))),
  finish: Math.sqrt,
});

/** Coefficient of determination, 1 - SSE / SST. NaN where the target does not vary. */
export const rSquared = metric({
  name: 'R Squared',
  direction: 'higher',
  tasks: ['regression'],
  score(rows) {
    const center = meanLoss(rows, (actual) => actual);
    const spread = meanLoss(rows, (actual) => (actual - center) ** 2);
    return spread === 0 ? Number.NaN : 1 - meanLoss(rows, squared) / spread;
  },
});
