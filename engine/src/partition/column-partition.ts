import { EngineProblem } from '../core/engine-problem.ts';
import { type Random, shuffledRows } from '../core/random.ts';
import type { CategoricalColumn } from '../frame/frame.ts';
import { checkPlan, HOLDOUT, type Partition, type Plan, partitionOf, TRAIN_ONLY } from './partition.ts';

interface Part {
  readonly mark: number;
  room: number;
}

function partsOf(plan: Plan, rows: number): Part[] {
  const holdout = { mark: HOLDOUT, room: rows * plan.holdout };
  const rest = rows - holdout.room;
  if (plan.kind === 'train-validation') {
    const validation = rows * plan.validation;
    return [holdout, { mark: 0, room: validation }, { mark: TRAIN_ONLY, room: rest - validation }];
  }
  return [holdout, ...Array.from({ length: plan.folds }, (_, mark) => ({ mark, room: rest / plan.folds }))];
}

/**
 * Rows of one group (a customer, a machine) stay together. Large groups are placed first, each where most room is
 * left, so that the parts come out near their shares.
 */
export function groupPartition(groups: CategoricalColumn, plan: Plan, random: Random): Partition {
  const rows = groups.codes.length;
  checkPlan(plan, rows);
  const sizes = new Float64Array(groups.levels.length);
  groups.codes.forEach((code, row) => {
    if (code < 0) {
      throw new EngineProblem(
        'partition.missing-group',
        `Column "${groups.name}" has no group in row ${row}. Fill it in or choose another group column.`,
        { column: groups.name, row },
      );
    }
    sizes[code] = (sizes[code] as number) + 1;
  });
  const parts = partsOf(plan, rows).filter((part) => part.room > 0);
  const order = shuffledRows(sizes.length, random).filter((code) => (sizes[code] as number) > 0);
  if (order.length < parts.length) {
    throw new EngineProblem(
      'partition.too-few-groups',
      `Column "${groups.name}" has ${order.length} groups; ${parts.length} parts need at least as many. Use fewer folds or another column.`,
      { column: groups.name },
    );
  }
  order.sort((a, b) => (sizes[b] as number) - (sizes[a] as number));
  const markOf = new Int32Array(sizes.length);
  const empty = new Set(parts);
  order.forEach((code, placed) => {
    // The last groups go to parts that would otherwise stay empty.
    const open = order.length - placed <= empty.size ? [...empty] : parts;
    const part = open.reduce((best, candidate) => (candidate.room > best.room ? candidate : best));
    part.room -= sizes[code] as number;
    markOf[code] = part.mark;
    empty.delete(part);
  });
  const folds = plan.kind === 'cross-validation' ? plan.folds : 1;
  return partitionOf(
    groups.codes.map((code) => markOf[code] as number),
    folds,
  );
}

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
  const evaluatedIn = column.codes.map((code, row) => {
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
  const made = partitionOf(evaluatedIn, folds);
  if (folds < smallest || made.folds.some((fold) => fold.train.length === 0 || fold.validation.length === 0)) {
    throw new EngineProblem(
      'partition.empty-part',
      `Column "${column.name}" leaves a part without rows: every fold needs rows to train on and rows to judge. Choose another column or other values.`,
      { column: column.name },
    );
  }
  return made;
}
