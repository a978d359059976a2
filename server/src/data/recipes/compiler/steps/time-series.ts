import type { Column } from '../../dialects/dialect.ts';
import { quoteName } from '../../dialects/quoting.ts';
import type { ArgumentsOf, TimeSeriesTask } from '../../recipe.operations.ts';
import { MOST_COLUMNS } from '../../sandbox/bounds.ts';
import { type Derived, derive, lagsOf, rollingOf, type Series, seriesOf } from '../derived.ts';
import { type Compiled, requireColumn, requireType, type Step, unusedName, withColumns } from '../step.ts';
import { comparable } from '../values.ts';

type TimeSeries = Step<ArgumentsOf<'time-series'>>;

/**
 * One row per forecast point and distance: what was known at the point (derived columns, baselines), and what is true a
 * distance later (target, known in advance). Distances count rows of a series.
 */
export function timeSeries(step: TimeSeries): Compiled {
  const { dialect } = step;
  const args = step.arguments;
  const series = seriesOf(step);
  const target = requireColumn(step, args.targetColumn, 'targetColumn');
  const known = (args.knownInAdvanceColumns ?? []).map((name, i) =>
    requireColumn(step, name, `knownInAdvanceColumns.${i}`),
  );
  mustBeFew(step);
  const planned = args.taskPlan.flatMap(({ column, taskList }, i) => {
    const of = requireColumn(step, column, `taskPlan.${i}.column`);
    return taskList.flatMap((task, j): readonly Derived[] => {
      const argument = `taskPlan.${i}.taskList.${j}`;
      if (task.name === 'lags') return lagsOf(step, series, of, task.arguments.orders, argument);
      return rollingOf(step, series, of, task.arguments, argument);
    });
  });
  const distances = [...new Set(args.forecastDistances)];
  const periods = args.baselinePeriods ?? [];
  if (periods.length > 0) requireType(step, target, ['integer', 'double'], 'baselinePeriods', 'A baseline');
  const names = [...step.table.columns, ...planned.map(({ column }) => column)];
  const later = laterColumns([series.date, target, ...known], names);
  const ahead = distances.flatMap((distance) =>
    later.map(({ of, name }) => look('LEAD', of, distance, name(distance), series, step)),
  );
  const offsets = [...new Set(distances.flatMap((d) => periods.map((p) => (p - (d % p)) % p)))];
  const past = (offset: number) => unusedName(names, `back_${offset}`);
  const back = offsets.map((offset) => look('LAG', target, offset, past(offset), series, step));
  const wide = derive(step, series, [...planned, ...ahead, ...back]);

  const own: readonly Column[] = [...(series.id ? [series.id] : []), series.date, target, ...known];
  const point = { name: 'FORECAST_POINT', type: series.date.type };
  const distance = { name: 'FORECAST_DISTANCE', type: 'integer' as const };
  const baselines = periods.map((period) => ({ name: `${target.name}_naive_${period}`, type: target.type }));
  const columns = withColumns(
    step,
    [],
    [
      ...dedupe(own).map((column) => ({ column, argument: 'targetColumn' })),
      { column: point, argument: 'datetimePartitionColumn' },
      { column: distance, argument: 'forecastDistances' },
      ...planned.map(({ column, argument }) => ({ column, argument })),
      ...baselines.map((column) => ({ column, argument: 'baselinePeriods' })),
    ],
  );
  const quote = (name: string) => quoteName(dialect, name);
  const laterNames = new Map(later.map((one) => [one.of.name, one]));
  const branches = distances.map((d) => {
    const moved = (column: Column) => {
      const found = laterNames.get(column.name);
      return found ? `${quote(found.name(d))} AS ${quote(column.name)}` : quote(column.name);
    };
    const list = [
      ...dedupe(own).map(moved),
      `${quote(series.date.name)} AS ${quote(point.name)}`,
      `CAST(${d} AS ${dialect.types.integer}) AS ${quote(distance.name)}`,
      ...planned.map(({ column }) => quote(column.name)),
      ...periods.map((p, i) => `${quote(past((p - (d % p)) % p))} AS ${quote(baselines[i]?.name ?? '')}`),
    ];
    const existing = quote(later[0]?.name(d) ?? '');
    return `SELECT ${list.join(', ')}\nFROM derived\nWHERE ${atPoint(step, series) ?? `${existing} IS NOT NULL`}`;
  });
  const sql = `WITH derived AS (\n${wide.sql}\n)\n${branches.join('\nUNION ALL\n')}`;
  return { sql, table: { columns, order: [...(series.id ? [series.id.name] : []), point.name, distance.name] } };
}

/** Counted before they are made. */
function mustBeFew(step: TimeSeries): void {
  const made = ({ arguments: args }: TimeSeriesTask) => ('orders' in args ? args.orders : args.methods).length;
  const planned = step.arguments.taskPlan
    .flatMap(({ taskList }) => taskList)
    .reduce((sum, task) => sum + made(task), 0);
  if (planned > MOST_COLUMNS)
    step.refuse('taskPlan', `it makes ${planned} columns, and a dataset has at most ${MOST_COLUMNS}. Plan fewer.`);
}

function look(fun: 'LAG' | 'LEAD', of: Column, by: number, name: string, series: Series, step: TimeSeries): Derived {
  const sql = `${fun}(${quoteName(step.dialect, of.name)}, ${by}) OVER ${series.over()}`;
  return { column: { name, type: of.type }, argument: 'forecastDistances', gather: sql };
}

/** With a forecast point, only what follows from it is made, even where the future has no rows yet. */
function atPoint(step: TimeSeries, series: Series): string | undefined {
  const { forecastPoint } = step.arguments;
  if (!forecastPoint) return undefined;
  const side = comparable(step.dialect, series.date, forecastPoint);
  return 'wrong' in side ? step.refuse('forecastPoint', side.wrong) : `${side.column} = ${side.value}`;
}

/** Values at the forecast distance, under unused column names. */
function laterColumns(of: readonly Column[], taken: readonly Column[]) {
  return dedupe(of).map((column, i) => ({
    of: column,
    name: (distance: number) => unusedName(taken, `ahead_${distance}_${i}`),
  }));
}

/** The first of each name, in their order. */
function dedupe(columns: readonly Column[]): readonly Column[] {
  const seen = new Set<string>();
  return columns.filter(({ name }) => !seen.has(name) && seen.add(name));
}
