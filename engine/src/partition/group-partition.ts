import type { CategoricalColumn } from '../frame/column.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import type { Random } from '../random/random.ts';
import { shuffledRows } from '../random/shuffle.ts';
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
