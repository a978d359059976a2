import { type Scored, weightOf } from './metric.ts';

/** Rows that got the same prediction, as one step of a ranking from the highest prediction down. */
export interface Step {
  /** Sum of weights. */
  readonly weight: number;
  /** Sum of weight x actual. For two classes: weight of class 1. */
  readonly actual: number;
}

/** Ties are one step, so that no ranking metric depends on the order of rows. */
export function rankedSteps({ actual, predicted, weight }: Scored, by: Float64Array = predicted): Step[] {
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

export function totals(steps: readonly Step[]): Step {
  return steps.reduce((sum, step) => ({ weight: sum.weight + step.weight, actual: sum.actual + step.actual }), {
    weight: 0,
    actual: 0,
  });
}
