import { meanMetric } from './mean-metric.ts';

/** Mean squared difference between the probability of class 1 and what happened (Brier 1950, two-class form). */
export const brier = meanMetric({
  name: 'Brier',
  tasks: ['binary'],
  loss: (actual, predicted) => (actual - predicted) ** 2,
});
