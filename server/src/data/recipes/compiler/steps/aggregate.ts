import type { Aggregate, Column, ColumnType, DialectTable } from '../../dialects/dialect.ts';
import { fill, quoteName } from '../../dialects/quoting.ts';
import type { ArgumentsOf } from '../../recipe.operations.ts';
import { type Compiled, columnList, requireColumn, requireType, type Step, unusedName, withColumns } from '../step.ts';

type Fun = ArgumentsOf<'aggregate'>['aggregations'][number]['functions'][number];

const NUMBERS: readonly ColumnType[] = ['integer', 'double'];
const ORDERED: readonly ColumnType[] = ['integer', 'double', 'string', 'date', 'timestamp'];
const needs: Partial<Record<Fun, readonly ColumnType[]>> = {
  sum: NUMBERS,
  avg: NUMBERS,
  median: NUMBERS,
  stddev: NUMBERS,
  min: ORDERED,
  max: ORDERED,
};

export function aggregate(step: Step<ArgumentsOf<'aggregate'>>): Compiled {
  const { dialect } = step;
  const groups = step.arguments.groupBy.map((name, i) => requireColumn(step, name, `groupBy.${i}`));
  const made = step.arguments.aggregations.flatMap(({ feature, functions }, i) => {
    const of = requireColumn(step, feature, `aggregations.${i}.feature`);
    return functions.map((fun, j) => {
      const argument = `aggregations.${i}.functions.${j}`;
      requireType(step, of, needs[fun] ?? [of.type], argument, fun);
      return {
        ...of,
        ...aggregateSql(dialect, of, fun),
        column: { name: `${of.name}_${fun}`, type: typeOf(fun, of.type) },
        argument,
      };
    });
  });
  const columns = withColumns(
    step,
    withColumns(
      step,
      [],
      groups.map((column) => ({ column, argument: 'groupBy' })),
    ),
    made,
  );
  const gathered = (i: number) => quoteName(dialect, unusedName(columns, `gathered_${i}`));
  const inTwoMoves = made.some(({ finish }) => finish !== undefined);
  const inner = made.map(
    ({ gather, column }, i) => `${gather} AS ${inTwoMoves ? gathered(i) : quoteName(dialect, column.name)}`,
  );
  const group = columnList(dialect, groups);
  const sql = [
    `SELECT ${[...(group === '' ? [] : [group]), ...inner].join(', ')}`,
    `FROM ${step.from}`,
    ...(group === '' ? [] : [`GROUP BY ${group}`]),
  ].join('\n');
  const outer = made.map(
    ({ finish, column }, i) =>
      `${finish === undefined ? gathered(i) : fill(finish, gathered(i), 'v')} AS ${quoteName(dialect, column.name)}`,
  );
  const finished = `SELECT ${[...(group === '' ? [] : [group]), ...outer].join(', ')}\nFROM (\n${sql}\n) AS gathered`;
  return { sql: inTwoMoves ? finished : sql, table: { columns, order: groups.map(({ name }) => name) } };
}

function aggregateSql(dialect: DialectTable, column: Column, fun: Fun): Aggregate {
  const name = quoteName(dialect, column.name);
  const sortable = column.type === 'string' ? fill(dialect.text, name) : name;
  const entry = (key: keyof DialectTable['aggregates'], of = name) => {
    const { gather, finish } = dialect.aggregates[key];
    return { gather: fill(gather, of), ...(finish !== undefined && { finish }) };
  };
  switch (fun) {
    case 'count':
      return { gather: `COUNT(${name})` };
    case 'count-distinct':
      return { gather: `COUNT(DISTINCT ${name})` };
    case 'min':
    case 'max':
      return { gather: `${fun.toUpperCase()}(${sortable})` };
    case 'sum':
      return entry(column.type === 'integer' ? 'sum-integer' : 'sum-double');
    case 'most-frequent':
      return entry('most-frequent', sortable);
    default:
      return entry(fun);
  }
}

function typeOf(fun: Fun, type: ColumnType): ColumnType {
  if (fun === 'count' || fun === 'count-distinct') return 'integer';
  if (fun === 'avg' || fun === 'median' || fun === 'stddev') return 'double';
  if (fun === 'sum') return type === 'integer' ? 'integer' : 'double';
  return type;
}
