import type { DesignColumn } from '../encoding/design.ts';
import { type Learner, linearPredictor, strengthPath } from './solver.ts';

/** Rows to judge a strength on: a fold left out of the training rows, or rows of their own. */
export interface Evaluation {
  readonly leftOut: number | undefined;
  readonly columns: readonly DesignColumn[];
  readonly rows: number;
  /** Weight of the rows judged; 0 elsewhere. */
  readonly weight: Float64Array;
  /** Loss of one of these rows. */
  readonly loss: Learner['loss'];
}

interface EvaluationPlan {
  readonly mix: number;
  readonly stop: () => boolean;
}

/** Less than this share of the loss is no progress. */
const LEAST_PROGRESS = 1e-5;

/** Steps without progress after which a judge need not see weaker penalties. */
const PATIENCE = 3;

export function pathOf(learner: Learner, mix: number, steps: number): number[] {
  return strengthPath(learner.solverWithout(undefined).largestGradient(), mix, steps);
}

function lossesOf(learner: Learner, evaluation: Evaluation, path: readonly number[], plan: EvaluationPlan): number[] {
  const solver = learner.solverWithout(evaluation.leftOut);
  const losses: number[] = [];
  let solutions = solver.start();
  let best = 0;
  for (const strength of path) {
    if (plan.stop()) break;
    solutions = solver.solve({ strength, mix: plan.mix }, solutions, { precision: 'rough', stop: plan.stop });
    const predictors = solutions.map((solution) => linearPredictor(evaluation.columns, solution, evaluation.rows));
    let sum = 0;
    evaluation.weight.forEach((share, row) => {
      if (share > 0) sum += share * evaluation.loss(row, predictors);
    });
    losses.push(sum);
    if (sum < (losses[best] as number) - LEAST_PROGRESS * Math.abs(losses[best] as number)) best = losses.length - 1;
    if (losses.length - 1 - best >= PATIENCE) break;
  }
  return losses;
}

/** The step of the path with the smallest loss over all judges. A step that a judge gave up before counts as worst. */
export function chooseStep(
  learner: Learner,
  judges: readonly Evaluation[],
  path: readonly number[],
  plan: EvaluationPlan,
): number {
  const sums = path.map(() => 0);
  let heard = 0;
  for (const evaluation of judges) {
    if (heard > 0 && plan.stop()) break;
    const losses = lossesOf(learner, evaluation, path, plan);
    if (losses.length === 0) break;
    path.forEach((_, step) => {
      sums[step] = (sums[step] as number) + (losses[step] ?? Number.POSITIVE_INFINITY);
    });
    heard += 1;
  }
  if (heard === 0) return 0;
  return sums.reduce((best, sum, step) => (sum < (sums[best] as number) ? step : best), 0);
}
