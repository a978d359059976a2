import { EngineProblem } from '../core/engine-problem.ts';
import { type Frame, isEmptyColumn, lengthOf } from '../frame/frame.ts';
import type { TrainingData } from './estimator.ts';

/** Plain loops here and below: these checks run before every fit, over all cells of perhaps a million rows. */
function firstInfinite(values: Float64Array): number {
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] as number;
    // Only infinite and missing values differ from themselves in this way, so one comparison passes nearly every cell.
    if (value - value !== 0 && !Number.isNaN(value)) return row;
  }
  return -1;
}

function firstNotFinite(values: Float64Array): number {
  for (let row = 0; row < values.length; row += 1) if (!Number.isFinite(values[row] as number)) return row;
  return -1;
}

/** Infinite numbers are refused where missing ones are welcome: nobody means them, and one ruins every mean. */
export function checkFeatures(x: Frame): void {
  for (const column of x.columns) {
    if (column.kind === 'categorical' || column.kind === 'text') continue;
    const row = firstInfinite(column.values);
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
    if (isEmptyColumn(column)) {
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

/** The first two rows with a weight above 0. */
function firstCounted(weight: Float64Array | undefined, rows: number): number[] {
  const found: number[] = [];
  for (let row = 0; row < rows && found.length < 2; row += 1) if (weight?.[row] !== 0) found.push(row);
  return found;
}

function checkClasses(data: TrainingData): void {
  const classes = data.task === 'binary' ? 2 : (data.classes ?? 0);
  const wrong = data.y.findIndex((value) => !Number.isInteger(value) || value < 0 || value >= classes);
  if (wrong < 0) return;
  throw new EngineProblem(
    'data.no-such-class',
    `The target is ${data.y[wrong]} in row ${wrong}; ${data.task} targets are whole numbers from 0 to ${classes - 1}.`,
    { column: 'target', row: wrong },
  );
}

function checkTwoClasses(data: TrainingData, firstRow: number): void {
  const first = data.y[firstRow] as number;
  if (!data.y.every((value, row) => value === first || data.weight?.[row] === 0)) return;
  throw new EngineProblem(
    'data.one-class',
    `Every row has the class ${first}. A classifier needs rows of at least two classes.`,
    { column: 'target', row: firstRow },
  );
}

const hasClasses = ({ task }: TrainingData): boolean => task === 'binary' || task === 'multiclass';

/**
 * What every estimator asks of its training rows, checked once and first. Rows of weight 0 do not count. Each
 * refusal names the column and the first offending row.
 */
export function checkTraining(data: TrainingData): void {
  checkRows(data);
  checkNotAllMissing(data.x);
  checkFeatures(data.x);
  if (!hasClasses(data)) return;
  checkClasses(data);
  checkTwoClasses(data, firstCounted(data.weight, data.x.rows)[0] as number);
}

/** The same for rows a model goes on with: a column may be empty in them, and they may all be of one class. */
export function checkContinuing(data: TrainingData): void {
  checkRows(data);
  checkFeatures(data.x);
  if (hasClasses(data)) checkClasses(data);
}

function checkRows(data: TrainingData): void {
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
    const row = firstNotFinite(y);
    if (row >= 0) {
      throw new EngineProblem(
        'data.target',
        `The target is ${y[row]} in row ${row}. Drop rows without a finite target before training.`,
        { column: 'target', row },
      );
    }
  }
  if (weight !== undefined) checkWeight(weight, x.rows);
  const [first, second] = firstCounted(weight, x.rows);
  if (second === undefined) {
    throw new EngineProblem(
      'data.too-few-rows',
      `There are ${first === undefined ? 0 : 1} rows with a weight above 0; a model needs at least 2.`,
      { row: first ?? 0 },
    );
  }
}

/** The one value a regression target has, or undefined where it varies. Models answer it exactly. */
export function constantTarget({ y, task, weight }: TrainingData): number | undefined {
  if (task !== 'regression') return undefined;
  const first = y.find((_, row) => weight?.[row] !== 0);
  return y.every((value, row) => value === first || weight?.[row] === 0) ? first : undefined;
}
