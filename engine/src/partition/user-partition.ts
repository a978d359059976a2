import type { CategoricalColumn } from '../frame/column.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import { HOLDOUT, type Partition, partitionOf, TRAIN_ONLY } from './partition.ts';

/** Which value of the user's column means what. For cross-validation every other value is a fold. */
export type UserPlan =
  | { readonly kind: 'cross-validation'; readonly holdout?: string }
  | {
      readonly kind: 'train-validation';
      readonly train: string;
      readonly validation: string;
      readonly holdout?: string;
    };

function marksByLevel(column: CategoricalColumn, plan: UserPlan): Map<string, number> {
  const marks = new Map<string, number>();
  if (plan.holdout !== undefined) marks.set(plan.holdout, HOLDOUT);
  if (plan.kind === 'train-validation') return marks.set(plan.train, TRAIN_ONLY).set(plan.validation, 0);
  const used = new Set(column.codes);
  const folds = column.levels.filter((level, code) => used.has(code) && level !== plan.holdout).sort();
  folds.forEach((level, fold) => {
    marks.set(level, fold);
  });
  return marks;
}

/** The user has decided: a column says for every row where it belongs. */
export function userPartition(column: CategoricalColumn, plan: UserPlan): Partition {
  const marks = marksByLevel(column, plan);
  const judgedIn = column.codes.map((code, row) => {
    const level = column.levels[code];
    const mark = level === undefined ? undefined : marks.get(level);
    if (mark === undefined) {
      throw new EngineProblem(
        'partition.unknown-part',
        `Column "${column.name}", row ${row}: ${level === undefined ? 'no value' : `"${level}"`} names no part. Expected one of: ${[...marks.keys()].join(', ')}.`,
        { column: column.name, row },
      );
    }
    return mark;
  });
  const folds = plan.kind === 'train-validation' ? 1 : marks.size - (plan.holdout === undefined ? 0 : 1);
  const smallest = plan.kind === 'train-validation' ? 1 : 2;
  const made = partitionOf(judgedIn, folds);
  if (folds < smallest || made.folds.some((fold) => fold.train.length === 0 || fold.validation.length === 0)) {
    throw new EngineProblem(
      'partition.empty-part',
      `Column "${column.name}" leaves a part without rows: every fold needs rows to train on and rows to judge. Choose another column or other values.`,
      { column: column.name },
    );
  }
  return made;
}
