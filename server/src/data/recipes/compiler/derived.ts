import type { Column, ColumnType } from './columns.ts';
import type { WindowMethod } from './dialects/dialect.ts';
import { fill, quoteName } from './quoting.ts';
import { type Compiled, hiddenName, listed, needColumn, needType, type Step, withColumns } from './step.ts';

/** A column made by looking at other rows of its series. */
export interface Derived {
  readonly column: Column;
  readonly argument: string;
  readonly gather: string;
  readonly finish?: (gathered: string) => string;
}

export interface SeriesArguments {
  readonly datetimePartitionColumn: string;
  readonly multiseriesIdColumn?: string | null | undefined;
}

export interface UserFunctions {
  readonly rollingMedianUserDefinedFunction?: string | null | undefined;
  readonly rollingMostFrequentUserDefinedFunction?: string | null | undefined;
}

/** The rows of one series in the order of time, as the inside of `OVER (...)`. */
export interface Series {
  readonly date: Column;
  readonly id?: Column;
  /** Rows of the same time are settled by the column that is looked at, so that a result never depends on chance. */
  readonly over: (of: Column, frame?: string) => string;
}

export function seriesOf(step: Step<SeriesArguments>): Series {
  const { datetimePartitionColumn, multiseriesIdColumn } = step.arguments;
  const date = needColumn(step, datetimePartitionColumn, 'datetimePartitionColumn');
  needType(step, date, ['date', 'timestamp', 'integer'], 'datetimePartitionColumn', 'The order of time');
  const id = multiseriesIdColumn ? needColumn(step, multiseriesIdColumn, 'multiseriesIdColumn') : undefined;
  const name = (column: Column) => quoteName(step.dialect, column.name);
  const over = (of: Column, frame?: string) => {
    const key = of.type === 'string' ? fill(step.dialect.text, name(of)) : name(of);
    const parts = [
      ...(id ? [`PARTITION BY ${name(id)}`] : []),
      `ORDER BY ${name(date)} ASC NULLS LAST${of.name === date.name ? '' : `, ${key} ASC NULLS LAST`}`,
      ...(frame === undefined ? [] : [frame]),
    ];
    return `(${parts.join(' ')})`;
  };
  return { date, ...(id && { id }), over };
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
    gather: `LAG(${quoteName(step.dialect, of.name)}, ${order}) OVER ${series.over(of)}`,
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
  const over = series.over(of, frame);
  const name = quoteName(dialect, of.name);
  return [...new Set(window.methods)].map((method) => {
    if (method !== 'most-frequent') needType(step, of, ['integer', 'double'], argument, `A rolling ${method}`);
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
  if (made.every(({ finish }) => finish === undefined)) {
    const list = made.map(({ gather, column }) => `  ${named(gather, column)}`);
    return { sql: `SELECT *,\n${list.join(',\n')}\nFROM ${step.from}`, table: { columns, order } };
  }
  const gathered = made.map((_, i) => quoteName(dialect, hiddenName(columns, `gathered_${i}`)));
  const inner = made.map(({ gather }, i) => `  ${gather} AS ${gathered[i]}`);
  const outer = made.map(
    ({ finish, column }, i) => `  ${named(finish?.(gathered[i] ?? '') ?? gathered[i] ?? '', column)}`,
  );
  const sql = [
    `SELECT ${listed(dialect, table.columns)},`,
    outer.join(',\n'),
    `FROM (\nSELECT *,\n${inner.join(',\n')}\nFROM ${step.from}\n) AS gathered`,
  ].join('\n');
  return { sql, table: { columns, order } };
}
