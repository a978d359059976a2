import { EngineProblem } from '../core/engine-problem.ts';
import { type MeanMetric, meanLoss, meanMetric, metric, type Scored } from './metric.ts';

/** Mean absolute percentage error, in percent. Rows whose actual is 0 have no percentage and are left out. */
export const mape = meanMetric({
  name: 'MAPE',
  loss: (actual, predicted) => (actual === 0 ? Number.NaN : (100 * Math.abs(actual - predicted)) / Math.abs(actual)),
});

/**
 * Symmetric MAPE in percent, from 0 to 200, as the M3 and M4 competitions computed it; both values 0 is a perfect forecast
 * (Makridakis and Hibon 2000, "The M3-Competition: results, conclusions and implications", International Journal of
 * Forecasting 16).
 */
export const smape = meanMetric({
  name: 'SMAPE',
  loss(actual, predicted) {
    const size = Math.abs(actual) + Math.abs(predicted);
    return size === 0 ? 0 : (200 * Math.abs(actual - predicted)) / size;
  },
});

const absolute = (actual: number, predicted: number) => Math.abs(actual - predicted);

/** Mean absolute error. */
export const mae = meanMetric({ name: 'MAE', loss: absolute });

/** Mean absolute deviation of the prediction from the actual: another name of MAE, kept because clients ask for it. */
export const mad = meanMetric({ name: 'MAD', loss: absolute });

/**
 * Sum of absolute errors over the sum of absolute actuals, in percent (Kolassa and Schütz 2007, "Advantages of the
 * MAD/Mean ratio over the MAPE", Foresight 6).
 */
export const wape = metric({
  name: 'WAPE',
  direction: 'lower',
  tasks: ['regression'],
  score(rows) {
    const size = meanLoss(rows, (actual) => Math.abs(actual));
    return size === 0 ? Number.NaN : (100 * meanLoss(rows, absolute)) / size;
  },
});

const square = (actual: number, predicted: number) => (actual - predicted) ** 2;

/** Root of the mean squared error. */
export const rmse = meanMetric({ name: 'RMSE', loss: square, finish: Math.sqrt });

/** RMSE of log(1 + x). Values at or below -1 have no logarithm: they count as if they were just above. */
export const rmsle = meanMetric({
  name: 'RMSLE',
  loss: (actual, predicted) =>
    square(Math.log1p(Math.max(actual, -1 + 1e-9)), Math.log1p(Math.max(predicted, -1 + 1e-9))),
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
    return spread === 0 ? Number.NaN : 1 - meanLoss(rows, square) / spread;
  },
});

/**
 * The scale of `mase`: mean absolute change of a series over one season, in its training part. NaN where the series is not
 * longer than a season.
 */
export function naiveScale(history: Float64Array, period: number): number {
  let sum = 0;
  for (let t = period; t < history.length; t += 1) {
    sum += Math.abs((history[t] as number) - (history[t - period] as number));
  }
  return sum / Math.max(0, history.length - period);
}

function scaledError(rows: Scored, predicted: Float64Array): number {
  const scale = rows.scale as Float64Array;
  const scaled = rows.actual.map(
    (actual, row) => Math.abs(actual - (predicted[row] as number)) / (scale[row] as number),
  );
  // A scale of 0 (a series that never moved) has no scaled error: 0/0 and x/0 are left out of the mean.
  return meanLoss({ ...rows, predicted: scaled }, (_, value) => (Number.isFinite(value) ? value : Number.NaN));
}

/**
 * Mean absolute scaled error: below 1 beats the naive forecast of the training part (Hyndman and Koehler 2006, "Another
 * look at measures of forecast accuracy", International Journal of Forecasting 22).
 */
export const mase = metric({
  name: 'MASE',
  direction: 'lower',
  tasks: ['regression'],
  needs: ['scale'],
  score: (rows) => scaledError(rows, rows.predicted),
});

/**
 * Overall weighted average of the M4 competition: mean of sMAPE and MASE, each relative to the naive forecast's
 * (Makridakis, Spiliotis and Assimakopoulos 2020, see `deseasonalisedNaive`).
 */
export const owa = metric({
  name: 'OWA',
  direction: 'lower',
  tasks: ['regression'],
  needs: ['scale', 'baseline'],
  score(rows) {
    const baseline = rows.baseline as Float64Array;
    const percentage = smape.score(rows) / smape.score({ ...rows, predicted: baseline });
    return (percentage + scaledError(rows, rows.predicted) / scaledError(rows, baseline)) / 2;
  },
});

/**
 * Theil's U2 on changes in level: root of the squared errors over the squared errors of the naive forecast, below 1 beats
 * it (Theil 1966, "Applied economic forecasting").
 */
export const theilsU = metric({
  name: "Theil's U",
  direction: 'lower',
  tasks: ['regression'],
  needs: ['baseline'],
  score(rows) {
    const naive = meanLoss({ ...rows, predicted: rows.baseline as Float64Array }, square);
    return naive === 0 ? Number.NaN : Math.sqrt(meanLoss(rows, square) / naive);
  },
});

/**
 * Quantile loss: lowest, on average, for the true quantile (Koenker and Bassett 1978, "Regression quantiles",
 * Econometrica 46).
 */
export function pinball(quantile: number): MeanMetric {
  if (!(quantile > 0 && quantile < 1)) {
    throw new EngineProblem('metric.quantile', `A quantile lies between 0 and 1, both excluded; it was ${quantile}.`);
  }
  return meanMetric({
    name: `Pinball ${quantile}`,
    loss: (actual, predicted) =>
      actual >= predicted ? quantile * (actual - predicted) : (1 - quantile) * (predicted - actual),
  });
}
