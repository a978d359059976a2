import { meanMetric } from './mean-metric.ts';

/** Mean absolute percentage error, in percent. Rows whose actual is 0 have no percentage and are left out. */
export const mape = meanMetric({
  name: 'MAPE',
  loss: (actual, predicted) => (actual === 0 ? Number.NaN : (100 * Math.abs(actual - predicted)) / Math.abs(actual)),
});

/**
 * Symmetric MAPE in percent, from 0 to 200, as the M3 and M4 competitions computed it (Makridakis and Hibon 2000).
 * Both values 0 is a perfect forecast.
 */
export const smape = meanMetric({
  name: 'SMAPE',
  loss(actual, predicted) {
    const size = Math.abs(actual) + Math.abs(predicted);
    return size === 0 ? 0 : (200 * Math.abs(actual - predicted)) / size;
  },
});
