import { EngineProblem } from '../core/engine-problem.ts';
import type { Task } from '../core/run.ts';
import * as decisions from './classification.ts';
import { brier, logLoss } from './classification.ts';
import {
  fveBinomial,
  fveGamma,
  fveMultinomial,
  fvePoisson,
  fveTweedie,
  gammaDeviance,
  poissonDeviance,
  tweedieDeviance,
} from './deviances.ts';
import type { Metric } from './metric.ts';
import { mad, mae, mape, mase, owa, rmse, rmsle, rSquared, smape, theilsU, wape } from './point-errors.ts';
import { auc, gini, kolmogorovSmirnov, precisionRecallArea, rateAtTop5, rateAtTop10 } from './ranking.ts';

/**
 * Every point metric, in the order a leaderboard lists them. Quantile and interval metrics take a level of their own.
 */
export const metrics: readonly Metric[] = [
  ...[rmse, mae, mad, mape, smape, mase, wape, rmsle, rSquared, theilsU, owa],
  ...[poissonDeviance, gammaDeviance, tweedieDeviance, fvePoisson, fveGamma, fveTweedie],
  ...[logLoss, auc, gini, precisionRecallArea, kolmogorovSmirnov, brier, fveBinomial, fveMultinomial],
  ...[decisions.accuracy, decisions.balancedAccuracy, decisions.f1, decisions.mcc],
  ...[decisions.truePositiveRate, decisions.falsePositiveRate, decisions.trueNegativeRate],
  ...[decisions.positivePredictiveValue, decisions.negativePredictiveValue, rateAtTop10, rateAtTop5],
];

/** The metric with this name. A leading "Weighted " is accepted: weights are part of the input, not of the metric. */
export function metricNamed(name: string): Metric {
  const bare = name.replace(/^Weighted /, '');
  const found = metrics.find((candidate) => candidate.name === bare);
  if (found === undefined) {
    throw new EngineProblem(
      'metric.unknown',
      `There is no metric "${name}". Choose one of: ${metrics.map((candidate) => candidate.name).join(', ')}.`,
    );
  }
  return found;
}

/** The metrics that fit a task, best default first. Those that need a scale or a baseline are for forecasting only. */
export function metricsFor(task: Task): readonly Metric[] {
  const fitting = metrics.filter((candidate) => candidate.tasks.includes(task));
  return fitting.filter((candidate) => candidate.needs.length === 0);
}

/** True where `score` beats `other`. NaN never wins and always loses. */
export function better(metric: Metric, score: number, other: number): boolean {
  if (Number.isNaN(score)) return false;
  if (Number.isNaN(other)) return true;
  return metric.direction === 'lower' ? score < other : score > other;
}
