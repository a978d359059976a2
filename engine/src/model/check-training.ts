import type { Frame } from '../frame/frame.ts';
import { lengthOf } from '../frame/frame.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import type { TrainingData } from './estimator.ts';

/** Infinite numbers are refused where missing ones are welcome: nobody means them, and one ruins every mean. */
export function checkFeatures(x: Frame): void {
  for (const column of x.columns) {
    if (column.kind === 'categorical' || column.kind === 'text') continue;
    const row = column.values.findIndex(
      (value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY,
    );
    if (row >= 0) {
      throw new EngineProblem(
        'data.infinite',
        `Column "${column.name}" is ${column.values[row]} in row ${row}. Replace infinite values by a number or leave the cell empty.`,
        { column: column.name, row },
      );
    }
  }
}

function checkNotAllMissing(x: Frame): void {
  for (const column of x.columns) {
    const some =
      column.kind === 'categorical'
        ? column.codes.some((code) => code >= 0)
        : column.kind === 'text'
          ? column.values.some((value) => value !== null)
          : column.values.some((value) => !Number.isNaN(value));
    if (!some) {
      throw new EngineProblem(
        'data.all-missing',
        `Column "${column.name}" has no value in any of its ${lengthOf(column)} rows. Drop the column.`,
        { column: column.name, row: 0 },
      );
    }
  }
}

function checkWeight(weight: Float64Array, rows: number): void {
  if (weight.length !== rows) {
    throw new EngineProblem(
      'data.length',
      `There are ${weight.length} weights for ${rows} rows. Pass one weight per row.`,
    );
  }
  const row = weight.findIndex((value) => !(value >= 0 && value < Number.POSITIVE_INFINITY));
  if (row >= 0) {
    throw new EngineProblem(
      'data.weight',
      `The weight of row ${row} is ${weight[row]}. Weights are 0 or positive numbers.`,
      {
        column: 'weight',
        row,
      },
    );
  }
}

function checkClasses(data: TrainingData, rows: readonly number[]): void {
  const classes = data.task === 'binary' ? 2 : (data.classes ?? 0);
  const wrong = data.y.findIndex((value) => !Number.isInteger(value) || value < 0 || value >= classes);
  if (wrong >= 0) {
    throw new EngineProblem(
      'data.no-such-class',
      `The target is ${data.y[wrong]} in row ${wrong}; ${data.task} targets are whole numbers from 0 to ${classes - 1}.`,
      { column: 'target', row: wrong },
    );
  }
  const first = data.y[rows[0] as number] as number;
  if (rows.every((row) => data.y[row] === first)) {
    throw new EngineProblem(
      'data.one-class',
      `Every row has the class ${first}. A classifier needs rows of at least two classes.`,
      { column: 'target', row: rows[0] as number },
    );
  }
}

/**
 * What every estimator asks of its training rows, checked once and first. Rows of weight 0 do not count. Each
 * refusal names the column and the first offending row.
 */
export function checkTraining(data: TrainingData): void {
  const { x, y, weight } = data;
  if (x.rows === 0 || x.columns.length === 0) {
    throw new EngineProblem(
      'data.empty',
      `There is nothing to learn from: ${x.rows} rows and ${x.columns.length} columns. Pass at least one column and two rows.`,
      { row: 0 },
    );
  }
  if (data.task !== 'anomaly') {
    if (y.length !== x.rows) {
      throw new EngineProblem(
        'data.length',
        `The target has ${y.length} values for ${x.rows} rows. Pass one per row.`,
        {
          column: 'target',
          row: Math.min(y.length, x.rows),
        },
      );
    }
    const row = y.findIndex((value) => !Number.isFinite(value));
    if (row >= 0) {
      throw new EngineProblem(
        'data.target',
        `The target is ${y[row]} in row ${row}. Drop rows without a finite target before training.`,
        { column: 'target', row },
      );
    }
  }
  if (weight !== undefined) checkWeight(weight, x.rows);
  const counted = Array.from({ length: x.rows }, (_, row) => row).filter((row) => weight?.[row] !== 0);
  if (counted.length < 2) {
    throw new EngineProblem(
      'data.too-few-rows',
      `There are ${counted.length} rows with a weight above 0; a model needs at least 2.`,
      { row: counted[0] ?? 0 },
    );
  }
  checkNotAllMissing(x);
  checkFeatures(x);
  if (data.task === 'binary' || data.task === 'multiclass') checkClasses(data, counted);
}

/** The one value a regression target has, or undefined where it varies. Models answer it exactly. */
export function constantTarget({ y, task, weight }: TrainingData): number | undefined {
  if (task !== 'regression') return undefined;
  const first = y.find((_, row) => weight?.[row] !== 0);
  return y.every((value, row) => value === first || weight?.[row] === 0) ? first : undefined;
}
