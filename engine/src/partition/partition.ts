import { EngineProblem } from '../core/engine-problem.ts';
import { type Random, shuffledRows } from '../core/random.ts';

/** Rows to learn from and rows to judge on; they never overlap. Ascending row numbers. */
export interface Fold {
  readonly train: Int32Array;
  readonly validation: Int32Array;
}

/** How the rows of a project are shared out. The holdout is in no fold. */
export interface Partition {
  readonly folds: readonly Fold[];
  readonly holdout: Int32Array;
}

/** Either k folds that each judge once, or one validation part. Shares are fractions of all rows. */
export type Plan =
  | { readonly kind: 'cross-validation'; readonly folds: number; readonly holdout: number }
  | { readonly kind: 'train-validation'; readonly validation: number; readonly holdout: number };

/** Marks in an assignment: rows kept for the holdout, and rows that only ever train. */
export const HOLDOUT = -1;
export const TRAIN_ONLY = -2;

/** Refuses plans that cannot be carried out on this many rows. */
export function checkPlan(plan: Plan, rows: number): void {
  if (!(plan.holdout >= 0 && plan.holdout < 1)) {
    throw new EngineProblem('partition.holdout', `The holdout share must lie in [0, 1); it was ${plan.holdout}.`);
  }
  if (plan.kind === 'train-validation') {
    if (!(plan.validation > 0 && plan.validation + plan.holdout < 1)) {
      throw new EngineProblem(
        'partition.validation',
        `Validation share ${plan.validation} and holdout share ${plan.holdout} must leave rows to train on: their sum must be below 1 and validation above 0.`,
      );
    }
    return;
  }
  if (!Number.isInteger(plan.folds) || plan.folds < 2) {
    throw new EngineProblem(
      'partition.folds',
      `Cross-validation needs a whole number of folds, 2 or more; it was ${plan.folds}.`,
    );
  }
  const left = rows - Math.floor(rows * plan.holdout);
  if (left < plan.folds) {
    throw new EngineProblem(
      'partition.too-few-rows',
      `${plan.folds} folds need at least ${plan.folds} rows outside the holdout; there are ${left}. Use fewer folds or more rows.`,
    );
  }
}

/** From "row -> fold it is judged in" to folds. */
export function partitionOf(evaluatedIn: Int32Array, folds: number): Partition {
  const rowsWhere = (wanted: (mark: number) => boolean) => {
    const rows: number[] = [];
    evaluatedIn.forEach((mark, row) => {
      if (wanted(mark)) rows.push(row);
    });
    return Int32Array.from(rows);
  };
  return {
    folds: Array.from({ length: folds }, (_, fold) => ({
      train: rowsWhere((mark) => mark !== HOLDOUT && mark !== fold),
      validation: rowsWhere((mark) => mark === fold),
    })),
    holdout: rowsWhere((mark) => mark === HOLDOUT),
  };
}

/** True for `share` of all positions, spread evenly. */
const falls = (position: number, share: number) => Math.floor((position + 1) * share) > Math.floor(position * share);

/**
 * Deals rows in the given order. Neighbours in the order go to different parts, so that an order sorted by
 * class gives every part its fair number of each class.
 */
function deal(order: Int32Array, plan: Plan): Partition {
  checkPlan(plan, order.length);
  const evaluatedIn = new Int32Array(order.length);
  let dealt = 0;
  order.forEach((row, position) => {
    if (falls(position, plan.holdout)) evaluatedIn[row] = HOLDOUT;
    else {
      const share = plan.kind === 'train-validation' ? plan.validation / (1 - plan.holdout) : 0;
      if (plan.kind === 'cross-validation') evaluatedIn[row] = dealt % plan.folds;
      else evaluatedIn[row] = falls(dealt, share) ? 0 : TRAIN_ONLY;
      dealt += 1;
    }
  });
  return partitionOf(evaluatedIn, plan.kind === 'cross-validation' ? plan.folds : 1);
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
