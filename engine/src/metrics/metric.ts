import { EngineProblem } from '../core/engine-problem.ts';
import type { Task } from '../core/run.ts';

/** What a metric looks at: true values and predictions of the same rows. */
export interface Scored {
  /** Numbers; 0 or 1 for binary; the class index for multiclass. */
  readonly actual: Float64Array;
  /** Numbers; probability of class 1 for binary; rows x classes probabilities, row-major, for multiclass. */
  readonly predicted: Float64Array;
  readonly weight?: Float64Array;
  /** Number of classes; needed for multiclass. */
  readonly classes?: number;
  /** Per row: the in-sample error of the (seasonal) naive forecast of the row's series. Needed by MASE and OWA. */
  readonly scale?: Float64Array;
  /** Per row: what the naive forecast said. Needed by OWA and Theil's U. */
  readonly baseline?: Float64Array;
}

export interface Metric {
  /** Stable name, as shown on leaderboards. */
  readonly name: string;
  readonly direction: 'lower' | 'higher';
  readonly tasks: readonly Task[];
  /** Extra inputs without which the metric cannot be computed. */
  readonly needs: readonly ('scale' | 'baseline')[];
  /** NaN where the metric does not exist on these rows (AUC with one class, MAPE with zeros only). */
  score(rows: Scored): number;
}

type MetricDraft = Pick<Metric, 'name' | 'direction' | 'tasks' | 'score'> & { readonly needs?: Metric['needs'] };

/** A metric whose input is checked before its formula sees it. */
export function metric(draft: MetricDraft): Metric {
  const { name, direction, tasks, needs = [] } = draft;
  return {
    name,
    direction,
    tasks,
    needs,
    score(rows) {
      checkScored(name, needs, rows);
      if (!tasks.includes('regression')) checkClasses(name, rows);
      return draft.score(rows);
    },
  };
}

/** Weight of a row: 1 unless the caller gave one. */
export function weightOf(weight: Float64Array | undefined, row: number): number {
  return weight === undefined ? 1 : (weight[row] as number);
}

function checkScored(name: string, needs: Metric['needs'], rows: Scored): void {
  const count = rows.actual.length;
  for (const need of needs) {
    if (rows[need] === undefined) {
      throw new EngineProblem(
        'metric.needs',
        `${name} needs "${need}" for every row. Pass it, or choose a metric that does without.`,
      );
    }
  }
  checkFinite(name, 'actual', rows.actual, count);
  checkFinite(name, 'predicted', rows.predicted, count * (rows.classes ?? 1));
  if (rows.weight !== undefined) checkFinite(name, 'weight', rows.weight, count);
  if (rows.scale !== undefined) checkFinite(name, 'scale', rows.scale, count);
  if (rows.baseline !== undefined) checkFinite(name, 'baseline', rows.baseline, count);
}

function checkClasses(name: string, { actual, classes = 2 }: Scored): void {
  const row = actual.findIndex((value) => !Number.isInteger(value) || value < 0 || value >= classes);
  if (row >= 0) {
    throw new EngineProblem(
      'metric.no-such-class',
      `${name}: "actual" is ${actual[row]} in row ${row}; classes are numbered 0 to ${classes - 1}.`,
      { column: 'actual', row },
    );
  }
}

/** Refuses a wrong length and any value that is missing or infinite, naming the first offending row. */
export function checkFinite(name: string, column: string, values: Float64Array, length: number): void {
  if (values.length !== length) {
    throw new EngineProblem(
      'metric.length',
      `${name}: "${column}" has ${values.length} values where ${length} were expected. Pass one per row.`,
      { column },
    );
  }
  const row = values.findIndex((value) => !Number.isFinite(value));
  if (row >= 0) {
    throw new EngineProblem(
      'metric.not-finite',
      `${name}: "${column}" is ${values[row]} in row ${row}. Drop rows without a value before scoring.`,
      { column, row },
    );
  }
}

/** A metric that is a function of the weighted mean of a loss per row, so that it can be kept as two running sums. */
export interface MeanMetric extends Metric {
  /** Loss of one row; NaN leaves the row out. */
  loss(actual: number, predicted: number): number;
  finish(mean: number): number;
}

interface MeanMetricDraft {
  readonly name: string;
  readonly tasks?: readonly Task[];
  readonly loss: (actual: number, predicted: number) => number;
  readonly finish?: (mean: number) => number;
}

/** Weighted mean of a loss over the rows where it exists. */
export function meanLoss({ actual, predicted, weight }: Scored, loss: (a: number, p: number) => number): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < actual.length; row += 1) {
    const value = loss(actual[row] as number, predicted[row] as number);
    const share = weightOf(weight, row);
    if (Number.isNaN(value) || share === 0) continue;
    sum += share * value;
    total += share;
  }
  return sum / total;
}

export function meanMetric(draft: MeanMetricDraft): MeanMetric {
  const { name, tasks = ['regression'], loss, finish = (mean: number) => mean } = draft;
  const score = (rows: Scored) => finish(meanLoss(rows, loss));
  return { ...metric({ name, direction: 'lower', tasks, score }), loss, finish };
}
