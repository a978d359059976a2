import { type Metric, metric, type Scored, weightOf } from './metric.ts';

/** A metric of two classes that looks at the order of the predictions only. */
function rankingMetric(name: string, score: (steps: readonly Step[], all: Step) => number): Metric {
  return metric({
    name,
    direction: 'higher',
    tasks: ['binary'],
    score(rows) {
      const steps = rankedSteps(rows);
      return score(steps, totals(steps));
    },
  });
}

/**
 * Area under the receiver operating characteristic: the chance that a 1 is ranked above a 0, ties counting half (Hanley
 * and McNeil 1982, "The meaning and use of the area under a receiver operating characteristic (ROC) curve", Radiology 143).
 */
export const auc = rankingMetric('AUC', (steps, all) => {
  let ones = 0;
  let area = 0;
  for (const step of steps) {
    area += (step.weight - step.actual) * (ones + step.actual / 2);
    ones += step.actual;
  }
  return area / (all.actual * (all.weight - all.actual));
});

/**
 * Average precision: precision at each threshold, weighted by the gain in recall, without interpolation (Davis and
 * Goadrich 2006, "The relationship between precision-recall and ROC curves", ICML).
 */
export const precisionRecallArea = rankingMetric('Area Under PR Curve', (steps, all) => {
  let [seen, ones, area] = [0, 0, 0];
  for (const step of steps) {
    seen += step.weight;
    ones += step.actual;
    if (seen > 0) area += (ones / seen) * (step.actual / all.actual);
  }
  return area;
});

/**
 * Largest distance between the score distributions of the two classes: the statistic of Kolmogorov and Smirnov (Smirnov
 * 1948, "Table for estimating the goodness of fit of empirical distributions", Annals of Mathematical Statistics 19).
 */
export const kolmogorovSmirnov = rankingMetric('Kolmogorov-Smirnov', (steps, all) => {
  if (all.actual === 0 || all.actual === all.weight) return Number.NaN;
  let [ones, zeros, largest] = [0, 0, 0];
  for (const step of steps) {
    ones += step.actual / all.actual;
    zeros += (step.weight - step.actual) / (all.weight - all.actual);
    largest = Math.max(largest, Math.abs(ones - zeros));
  }
  return largest;
});

/** Area between the curve of captured actuals (highest prediction first) and the diagonal. */
function capturedArea(rows: Scored, by: Float64Array): number {
  const steps = rankedSteps(rows, by);
  const all = totals(steps);
  let [captured, area] = [0, 0];
  for (const step of steps) {
    area += (step.weight / all.weight) * (captured + step.actual / 2);
    captured += step.actual;
  }
  return area / all.actual - 0.5;
}

/**
 * Gini coefficient of the ranking divided by that of the perfect ranking; for two classes this is 2 AUC - 1 (Hand and Till
 * 2001, "A simple generalisation of the area under the ROC curve for multiple class classification problems", Machine
 * Learning 45).
 */
export const gini = metric({
  name: 'Gini Norm',
  direction: 'higher',
  tasks: ['binary', 'regression'],
  score: (rows) => capturedArea(rows, rows.predicted) / capturedArea(rows, rows.actual),
});

/** Share of ones among the rows with the highest predictions; a step that straddles the cut counts in proportion. */
const rateAtTop = (percent: number) =>
  rankingMetric(`Rate@Top${percent}%`, (steps, all) => {
    const room = (all.weight * percent) / 100;
    let [seen, ones] = [0, 0];
    for (const step of steps) {
      const part = step.weight === 0 ? 0 : Math.min(1, (room - seen) / step.weight);
      seen += part * step.weight;
      ones += part * step.actual;
      if (seen >= room) break;
    }
    return ones / seen;
  });
export const rateAtTop10 = rateAtTop(10);
export const rateAtTop5 = rateAtTop(5);

/** Rows that got the same prediction, as one step of a ranking from the highest prediction down. */
interface Step {
  /** Sum of weights. */
  readonly weight: number;
  /** Sum of weight x actual. For two classes: weight of class 1. */
  readonly actual: number;
}

/** Ties are one step, so that no ranking metric depends on the order of rows. */
function rankedSteps({ actual, predicted, weight }: Scored, by: Float64Array = predicted): Step[] {
  const order = Uint32Array.from(actual.keys()).sort((a, b) => (by[b] as number) - (by[a] as number));
  const steps: { weight: number; actual: number }[] = [];
  let last = Number.NaN;
  for (const row of order) {
    const share = weightOf(weight, row);
    if (by[row] !== last) steps.push({ weight: 0, actual: 0 });
    last = by[row] as number;
    const step = steps[steps.length - 1] as { weight: number; actual: number };
    step.weight += share;
    step.actual += share * (actual[row] as number);
  }
  return steps;
}

function totals(steps: readonly Step[]): Step {
  return steps.reduce((sum, step) => ({ weight: sum.weight + step.weight, actual: sum.actual + step.actual }), {
    weight: 0,
    actual: 0,
  });
}
