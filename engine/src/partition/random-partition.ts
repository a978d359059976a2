import { EngineProblem } from '../problems/engine-problem.ts';
import type { Random } from '../random/random.ts';
import { shuffledRows } from '../random/shuffle.ts';
import { checkPlan, HOLDOUT, type Partition, type Plan, partitionOf, TRAIN_ONLY } from './partition.ts';

/** True for `share` of all positions, spread evenly. */
const falls = (position: number, share: number) => Math.floor((position + 1) * share) > Math.floor(position * share);

/**
 * Deals rows in the given order. Neighbours in the order go to different parts, so that an order sorted by
 * class gives every part its fair number of each class.
 */
function deal(order: Int32Array, plan: Plan): Partition {
  checkPlan(plan, order.length);
  const judgedIn = new Int32Array(order.length);
  let dealt = 0;
  order.forEach((row, position) => {
    if (falls(position, plan.holdout)) judgedIn[row] = HOLDOUT;
    else {
      const share = plan.kind === 'train-validation' ? plan.validation / (1 - plan.holdout) : 0;
      if (plan.kind === 'cross-validation') judgedIn[row] = dealt % plan.folds;
      else judgedIn[row] = falls(dealt, share) ? 0 : TRAIN_ONLY;
      dealt += 1;
    }
  });
  return partitionOf(judgedIn, plan.kind === 'cross-validation' ? plan.folds : 1);
}

/** Every row has the same chance to be in any part. */
export function randomPartition(rows: number, plan: Plan, random: Random): Partition {
  return deal(shuffledRows(rows, random), plan);
}

/**
 * Every part gets the same mix of target values, as near as whole rows allow. Works for classes and, because rows
 * are ordered by value, for numbers as well.
 */
export function stratifiedPartition(target: Float64Array, plan: Plan, random: Random): Partition {
  const missing = target.findIndex((value) => Number.isNaN(value));
  if (missing >= 0) {
    throw new EngineProblem(
      'partition.missing-target',
      `The target is missing in row ${missing}. Drop rows without a target before partitioning.`,
      { row: missing },
    );
  }
  const order = shuffledRows(target.length, random);
  order.sort((a, b) => (target[a] as number) - (target[b] as number));
  return deal(order, plan);
}
