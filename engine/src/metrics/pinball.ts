import { EngineProblem } from '../problems/engine-problem.ts';
import { type MeanMetric, meanMetric } from './mean-metric.ts';

/** Quantile loss (Koenker and Bassett 1978): lowest, on average, for the true quantile. */
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
