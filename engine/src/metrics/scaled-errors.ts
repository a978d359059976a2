import { meanLoss } from './mean-metric.ts';
import { metric, type Scored } from './metric.ts';
import { smape } from './percentage-errors.ts';

/**
 * The scale of MASE: mean absolute change of a series over one season, in its training part
 * (Hyndman and Koehler 2006). NaN where the series is not longer than a season.
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

/** Mean absolute scaled error (Hyndman and Koehler 2006); below 1 beats the naive forecast of the training part. */
export const mase = metric({
  name: 'MASE',
  direction: 'lower',
  tasks: ['regression'],
  needs: ['scale'],
  score: (rows) => scaledError(rows, rows.predicted),
});

/** Overall weighted average of the M4 competition: mean of sMAPE and MASE, each relative to the naive forecast's. */
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
 * Theil's U2 on changes in level (Theil 1966): root of the squared errors over the squared errors of the naive
 * forecast. Below 1 beats it.
 */
export const theilsU = metric({
  name: "Theil's U",
  direction: 'lower',
  tasks: ['regression'],
  needs: ['baseline'],
  score(rows) {
    const squared = (actual: number, predicted: number) => (actual - predicted) ** 2;
    const naive = meanLoss({ ...rows, predicted: rows.baseline as Float64Array }, squared);
    return naive === 0 ? Number.NaN : Math.sqrt(meanLoss(rows, squared) / naive);
  },
});
