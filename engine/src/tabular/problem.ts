import { EngineProblem } from '../core/engine-problem.ts';
import type { Random } from '../core/random.ts';
import type { Task } from '../core/run.ts';
import { column, type Frame } from '../frame/frame.ts';
import { metricNamed, metricsFor } from '../metrics/catalogue.ts';
import type { Metric } from '../metrics/metric.ts';
import { backtests } from '../partition/backtests.ts';
import { type Partition, randomPartition, stratifiedPartition } from '../partition/partition.ts';
import { codesOrValues } from '../series/panel.ts';

/** What a user decides about a table; the rest is found from the data. */
export interface TabularSettings {
  /** Absent for anomaly detection. */
  readonly target?: string;
  readonly task: Task;
  /** Columns that are not used. */
  readonly ignore?: readonly string[];
  readonly weight?: Float64Array;
  /** How rows are partitioned; a ready partition (user column, groups) may be given instead. */
  readonly partition?: 'random' | 'stratified' | { readonly dateColumn: string } | Partition;
  readonly folds?: number;
  readonly holdout?: number;
  readonly metric?: string;
}

export interface TabularProblem {
  readonly x: Frame;
  readonly y: Float64Array;
  readonly task: Task;
  /** Labels of the classes, in the order of their numbers. */
  readonly classes: readonly string[];
  readonly weight?: Float64Array;
  readonly partition: Partition;
  readonly metric?: Metric;
}

const FOLDS = 5;

export function prepareTabular(table: Frame, settings: TabularSettings, random: Random): TabularProblem {
  if (table.rows === 0) throw new EngineProblem('data.empty', 'The table has no rows: there is nothing to learn from.');
  const ignored = new Set([...(settings.ignore ?? []), ...(settings.target === undefined ? [] : [settings.target])]);
  const x: Frame = { rows: table.rows, columns: table.columns.filter(({ name }) => !ignored.has(name)) };
  const { y, classes } = targetOf(table, settings);
  const base = { x, y, task: settings.task, classes, partition: partitionOf(table, y, settings, random) };
  const weighted = settings.weight === undefined ? base : { ...base, weight: settings.weight };
  const metric = settings.metric === undefined ? metricsFor(settings.task)[0] : metricNamed(settings.metric);
  return metric === undefined ? weighted : { ...weighted, metric };
}

function targetOf(table: Frame, { target, task }: TabularSettings): { y: Float64Array; classes: readonly string[] } {
  if (task === 'anomaly') return { y: new Float64Array(table.rows), classes: [] };
  const source = column(table, target ?? '');
  const values = source.kind === 'text' ? undefined : codesOrValues(source);
  if (values === undefined || (task === 'regression' && source.kind === 'categorical')) {
    throw new EngineProblem(
      'data.target-kind',
      `The target "${source.name}" is ${source.kind}; ${task} cannot use it.`,
      {
        column: source.name,
      },
    );
  }
  const missing = values.findIndex(Number.isNaN);
  if (missing >= 0) {
    throw new EngineProblem(
      'data.missing-target',
      `The target "${source.name}" is missing in row ${missing}: drop rows without a target.`,
      { column: source.name, row: missing },
    );
  }
  if (task === 'regression') return { y: values, classes: [] };
  return classNumbers(source.name, values, source.kind === 'categorical' ? source.levels : undefined, task);
}

/** Numbers the classes that occur 0, 1, 2... in the order of their values. */
function classNumbers(name: string, values: Float64Array, levels: readonly string[] | undefined, task: Task) {
  const found = [...new Set(values)].sort((a, b) => a - b);
  if (found.length < 2 || (task === 'binary' && found.length > 2)) {
    throw new EngineProblem(
      'data.classes',
      `The target "${name}" has ${found.length} different values; ${task} needs ${task === 'binary' ? 'exactly 2' : 'at least 2'}.`,
      { column: name, row: 0 },
    );
  }
  const number = new Map(found.map((value, i) => [value, i]));
  return {
    y: values.map((value) => number.get(value) as number),
    classes: found.map((value) => levels?.[value] ?? String(value)),
  };
}

function partitionOf(table: Frame, y: Float64Array, settings: TabularSettings, random: Random): Partition {
  const chosen =
    settings.partition ?? (settings.task === 'binary' || settings.task === 'multiclass' ? 'stratified' : 'random');
  const holdout = settings.holdout ?? 0.2;
  const folds = settings.folds ?? FOLDS;
  if (typeof chosen === 'object' && 'folds' in chosen) return chosen;
  const plan = { kind: 'cross-validation', folds, holdout } as const;
  if (chosen === 'random') return randomPartition(table.rows, plan, random.fork('partition'));
  if (chosen === 'stratified') return stratifiedPartition(y, plan, random.fork('partition'));
  const dates = column(table, chosen.dateColumn);
  if (dates.kind !== 'date') {
    throw new EngineProblem('partition.not-a-date', `Column "${dates.name}" is ${dates.kind}, not a date.`, {
      column: dates.name,
    });
  }
  const times = new Set(dates.values).size;
  const part = Math.max(1, Math.floor((times * (1 - holdout)) / (folds + 1)));
  return backtests(dates, {
    backtests: folds,
    validation: { rows: part },
    holdout: { rows: Math.max(0, Math.floor(times * holdout)) },
  });
}
