import type { Column, ColumnType, WindowMethod } from '../dialects/dialect.ts';
import { fill, quoteName, unwritable } from '../dialects/quoting.ts';
import type { ArgumentsOf } from '../recipe.operations.ts';
import {
  ascending,
  type Compiled,
  columnList,
  requireColumn,
  requireType,
  type Step,
  unusedName,
  withColumns,
} from './step.ts';

/** A column made by looking at other rows of its series. */
export interface Derived {
  readonly column: Column;
  readonly argument: string;
  readonly gather: string;
  readonly finish?: (gathered: string) => string;
}

interface SeriesArguments {
  readonly datetimePartitionColumn: string;
  readonly multiseriesIdColumn?: string | null | undefined;
}

interface UserFunctions {
  readonly rollingMedianUserDefinedFunction?: string | null | undefined;
  readonly rollingMostFrequentUserDefinedFunction?: string | null | undefined;
}

/** The rows of one series in the order of time. */
export interface Series {
  readonly date: Column;
  readonly id?: Column;
  /** The table with the place of each row, which settles what happened at the same time: chance decides nothing. */
  readonly numbered: string;
  /** The rows around one, as the inside of `OVER (...)`. */
  readonly over: (frame?: string) => string;
}

export function seriesOf(step: Step<SeriesArguments>): Series {
  const { dialect, table, from } = step;
  const { datetimePartitionColumn, multiseriesIdColumn } = step.arguments;
  const date = requireColumn(step, datetimePartitionColumn, 'datetimePartitionColumn');
  requireType(step, date, ['date', 'timestamp', 'integer'], 'datetimePartitionColumn', 'The order of time');
  const id = multiseriesIdColumn ? requireColumn(step, multiseriesIdColumn, 'multiseriesIdColumn') : undefined;
  const row = quoteName(dialect, unusedName(table.columns, 'series_row'));
  const sortable = table.columns.filter(({ type }) => type !== 'other').map((column) => ascending(dialect, column));
  const placed = dialect.rowOrder === 'position' && table.order === 'input';
  const place = placed ? 'ROW_NUMBER() OVER ()' : `ROW_NUMBER() OVER (ORDER BY ${sortable.join(', ')})`;
  const partition = id ? `PARTITION BY ${quoteName(dialect, id.name)} ` : '';
  return {
    date,
    ...(id && { id }),
    numbered: `(\nSELECT *, ${place} AS ${row}\nFROM ${from}\n) AS numbered`,
    over: (frame) =>
      `(${partition}ORDER BY ${ascending(dialect, date)}, ${row}${frame === undefined ? '' : ` ${frame}`})`,
  };
}

export function lagsOf(
  step: Step<unknown>,
  series: Series,
  of: Column,
  orders: readonly number[],
  argument: string,
): readonly Derived[] {
  return [...new Set(orders)].map((order) => ({
    column: { name: `${of.name}_lag_${order}`, type: of.type },
    argument,
    gather: `LAG(${quoteName(step.dialect, of.name)}, ${order}) OVER ${series.over()}`,
  }));
}

/** Statistics of the last rows up to and with this one. */
export function rollingOf(
  step: Step<UserFunctions>,
  series: Series,
  of: Column,
  window: { readonly windowSize: number; readonly methods: readonly WindowMethod[] },
  argument: string,
): readonly Derived[] {
  const { dialect } = step;
  const frame = `ROWS BETWEEN ${window.windowSize - 1} PRECEDING AND CURRENT ROW`;
  const over = series.over(frame);
  const name = quoteName(dialect, of.name);
  return [...new Set(window.methods)].map((method) => {
    if (method !== 'most-frequent') requireType(step, of, ['integer', 'double'], argument, `A rolling ${method}`);
    const column = { name: `${of.name}_${method}_${window.windowSize}`, type: typeOf(method, of.type) };
    if (method === 'min' || method === 'max')
      return { column, argument, gather: `${method.toUpperCase()}(${name}) OVER ${over}` };
    if (method === 'avg' || method === 'stddev')
      return { column, argument, gather: `${fill(dialect.aggregates[method].gather, name)} OVER ${over}` };
    const { gather, finish, needsUserFunction } = dialect.rolling[method];
    const own = needsUserFunction ? userFunction(step, method) : '';
    const sortable = of.type === 'string' && method === 'most-frequent' ? fill(dialect.text, 'v') : 'v';
    const value = of.type === 'string' && finish === undefined ? fill(dialect.text, name) : name;
    const finished =
      finish === undefined ? {} : { finish: (gathered: string) => fill(finish, gathered, sortable, own) };
    return { column, argument, gather: fill(gather, value, over), ...finished };
  });
}

/** Engines without a rolling median take one that the person has made there: `schema.my_median`. */
function userFunction(step: Step<UserFunctions>, method: 'median' | 'most-frequent'): string {
  const argument = method === 'median' ? 'rollingMedianUserDefinedFunction' : 'rollingMostFrequentUserDefinedFunction';
  const name = step.arguments[argument];
  const reason = unwritable(name ?? '');
  if (reason !== undefined) return step.refuse(argument, `the name cannot be used: ${reason}.`);
  if (name)
    return name
      .split('.')
      .map((part) => quoteName(step.dialect, part))
      .join('.');
  return step.refuse(
    argument,
    `${step.dialect.name} has no rolling ${method}. Make a function of an array there and name it here.`,
  );
}

function typeOf(method: WindowMethod, type: ColumnType): ColumnType {
  return method === 'min' || method === 'max' || method === 'most-frequent' ? type : 'double';
}

/** The table with derived columns behind its own. */
export function derive(step: Step<SeriesArguments>, series: Series, made: readonly Derived[]): Compiled {
  const { dialect, table } = step;
  const columns = withColumns(step, table.columns, made);
  const named = (sql: string, column: Column) => `${sql} AS ${quoteName(dialect, column.name)}`;
  const order = [...(series.id ? [series.id.name] : []), series.date.name];
  const own = columnList(dialect, table.columns);
  const derived = { columns, order };
  if (made.every(({ finish }) => finish === undefined)) {
    const list = made.map(({ gather, column }) => `  ${named(gather, column)}`);
    return { sql: `SELECT ${own},\n${list.join(',\n')}\nFROM ${series.numbered}`, table: derived };
  }
  const gathered = made.map((_, i) => quoteName(dialect, unusedName(columns, `gathered_${i}`)));
  const inner = made.map(({ gather }, i) => `  ${gather} AS ${gathered[i]}`);
  const outer = made.map(({ finish, column }, i) => {
    const value = gathered[i] ?? '';
    return `  ${named(finish?.(value) ?? value, column)}`;
  });
  const first = `SELECT *,\n${inner.join(',\n')}\nFROM ${series.numbered}`;
  return { sql: `SELECT ${own},\n${outer.join(',\n')}\nFROM (\n${first}\n) AS gathered`, table: derived };
}

export function lags(step: Step<ArgumentsOf<'lags'>>): Compiled {
  const series = seriesOf(step);
  const column = requireColumn(step, step.arguments.column, 'column');
  return derive(step, series, lagsOf(step, series, column, step.arguments.orders, 'orders'));
}

export function windowStats(
  step: Step<ArgumentsOf<'window-numeric-stats'> | ArgumentsOf<'window-categorical-stats'>>,
): Compiled {
  const series = seriesOf(step);
  const column = requireColumn(step, step.arguments.column, 'column');
  return derive(step, series, rollingOf(step, series, column, step.arguments, 'methods'));
}
