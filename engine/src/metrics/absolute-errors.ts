import { meanLoss, meanMetric } from './mean-metric.ts';
import { metric } from './metric.ts';

const absolute = (actual: number, predicted: number) => Math.abs(actual - predicted);

/** Mean absolute error. */
export const mae = meanMetric({ name: 'MAE', loss: absolute });

/** Mean absolute deviation of the prediction from the actual: another name of MAE, kept because clients ask for it. */
export const mad = meanMetric({ name: 'MAD', loss: absolute });

/** Sum of absolute errors over the sum of absolute actuals, in percent (Kolassa and Schuetz 2007). */
export const wape = metric({
  name: 'WAPE',
  direction: 'lower',
  tasks: ['regression'],
  score(rows) {
    const size = meanLoss(rows, (actual) => Math.abs(actual));
    return size === 0 ? Number.NaN : (100 * meanLoss(rows, absolute)) / size;
  },
});
