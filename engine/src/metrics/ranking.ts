import { metric, type Scored, weightOf } from './metric.ts';

/** Area under the receiver operating characteristic: the chance that a 1 is ranked above a 0, ties counting half. */
export const auc = metric({
  name: 'AUC',
  direction: 'higher',
  tasks: ['binary'],
  score(rows) {
    const steps = rankedSteps(rows);
    const all = totals(steps);
    let ones = 0;
    let area = 0;
    for (const step of steps) {
      area += (step.weight - step.actual) * (ones + step.actual / 2);
      ones += step.actual;
    }
    return area / (all.actual * (all.weight - all.actual));
  },
});

/** Average precision: precision at each threshold, weighted by the gain in recall (no interpolation). */
export const precisionRecallArea = metric({
  name: 'Area Under PR Curve',
  direction: 'higher',
  tasks: ['binary'],
  score(rows) {
    const steps = rankedSteps(rows);
    const all = totals(steps);
    let [seen, ones, area] = [0, 0, 0];
    for (const step of steps) {
      seen += step.weight;
      ones += step.actual;
      if (seen > 0) area += (ones / seen) * (step.actual / all.actual);
    }
    return area;
  },
});

/** Largest distance between the score distributions of the two classes. */
export const kolmogorovSmirnov = metric({
  name: 'Kolmogorov-Smirnov',
  direction: 'higher',
  tasks: ['binary'],
  score(rows) {
    const steps = rankedSteps(rows);
    const all = totals(steps);
    if (all.actual === 0 || all.actual === all.weight) return Number.NaN;
    let [ones, zeros, largest] = [0, 0, 0];
    for (const step of steps) {
      ones += step.actual / all.actual;
      zeros += (step.weight - step.actual) / (all.weight - all.actual);
      largest = Math.max(largest, Math.abs(ones - zeros));
    }
    return largest;
  },
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

/** Gini coefficient of the ranking divided by that of the perfect ranking. For two classes this is 2 AUC - 1. */
export const gini = metric({
  name: 'Gini Norm',
  direction: 'higher',
  tasks: ['binary', 'regression'],
  score: (rows) => capturedArea(rows, rows.predicted) / capturedArea(rows, rows.actual),
});

/** Share of ones among the rows with the highest predictions; a step that straddles the cut counts in proportion. */
function rateAtTop(percent: number) {
  return metric({
    name: `Rate@Top${percent}%`,
    direction: 'higher',
    tasks: ['binary'],
    score(rows) {
      const steps = rankedSteps(rows);
      const room = (totals(steps).weight * percent) / 100;
      let [seen, ones] = [0, 0];
      for (const step of steps) {
        const part = step.weight === 0 ? 0 : Math.min(1, (room - seen) / step.weight);
        seen += part * step.weight;
        ones += part * step.actual;
        if (seen >= room) break;
      }
      return ones / seen;
    },
  });
}
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
