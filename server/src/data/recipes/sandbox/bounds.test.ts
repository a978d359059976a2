import { describe, expect, test } from 'vitest';
import { compileRecipe, type RecipeInput } from '../compiler/index.ts';
import { ENGINES } from '../dialects/dialect.ts';
import type { Operation } from '../recipe.operations.ts';
import { restrictExpression, restrictSql } from './restrict.ts';

const columns = [
  { name: 'a', type: 'string' },
  { name: 'n', type: 'integer' },
  { name: 'd', type: 'date' },
] as const;
const expression = (text: string, dialect: (typeof ENGINES)[number]) =>
  restrictExpression({ text, writtenIn: dialect, dialect, columns });
const query = (text: string) =>
  restrictSql({
    text,
    writtenIn: 'postgres',
    dialect: 'postgres',
    tables: [{ alias: 'data', name: '"input_0"', columns }],
  });

const nest = (open: string, middle: string, close: string) => open.repeat(90) + middle + close.repeat(90);

describe.each(ENGINES)('%s', (dialect) => {
  test.each([
    ['the second argument', nest("ends_with('x', ", 'a', ')')],
    ['both dates', nest("date_diff('month', d, ", 'd', ')')],
    ['the first date', nest("date_diff('month', ", 'd', ', d)')],
    ['what is divided by', nest('(1 / ', 'n', ')')],
    ['what is left over', nest('mod(n, ', 'n', ')')],
    ['a rounded number', nest('round(', 'n', ', 2)')],
    ['text inside text', nest("split_part(a, ',', strpos(", 'a', ", 'x'))").slice(0, 10_000)],
  ])('nothing grows without bound from %s', (_, text) => {
    let length = 0;
    try {
      length = expression(text, dialect).sql.length;
    } catch (error) {
      expect(error).toMatchObject({ name: 'Error', at: expect.any(Number) });
    }
    expect(length).toBeLessThan(100_000);
  });

  test.each([
    ['sum', Array(3000).fill('n').join('+')],
    ['condition', Array(3000).fill('n = 1').join(' AND ')],
    ['cast', `n${'::int'.repeat(1900)}`],
    ['sum in a sum', nest('(', 'n', ' + n + n + n + n + n + n)')],
  ])('a %s of thousands of parts is refused in a sentence', (_, text) => {
    expect(() => expression(text, dialect)).toThrow(/More than 400 things hang on each other here. Compute parts/);
  });
});

test('a sum of a few hundred columns is fine', () => {
  expect(expression(Array(300).fill('n').join(' + '), 'postgres').type).toBe('integer');
});

test('tables that double with every WITH are refused', () => {
  const doubling = Array.from({ length: 30 }, (_, i) => {
    const from = i === 0 ? 'data' : `t${i - 1}`;
    return `t${i} AS (SELECT x.*, y.* FROM ${from} x, ${from} y)`;
  });
  expect(() => query(`WITH ${doubling.join(', ')} SELECT 1 AS one FROM t29`)).toThrow(/columns, at most 10000/);
});

test('a long row of queries is refused in a sentence', () => {
  expect(() => query(Array(2000).fill('SELECT a FROM data').join(' UNION ALL '))).toThrow(/hang on each other/);
});

const input: RecipeInput = { alias: 'data', relation: ['data'], columns };
const orders = Array.from({ length: 100 }, (_, i) => i + 1);
const later = { datetimePartitionColumn: 'd' };

test('an operation that makes more columns than a dataset has is refused by its index', () => {
  const lagged = orders.slice(0, 99).map(
    (order): Operation => ({
      directive: 'lags',
      arguments: { column: `n_lag_${order}`, orders, ...later },
    }),
  );
  const first: Operation = { directive: 'lags', arguments: { column: 'n', orders, ...later } };
  const wide: Operation = { directive: 'lags', arguments: { column: 'a', orders, ...later } };
  const operations = [first, ...lagged, wide];
  expect(() => compileRecipe({ inputs: [input], operations, dialect: 'spark' })).toThrow(
    /Operation \d+ \(lags\) cannot be done: up to here the recipe is more than 4000000 characters of SQL/,
  );
});

test('a plan of too many columns is refused before they are made', () => {
  const task = { name: 'lags' as const, arguments: { orders } };
  const taskPlan = Array.from({ length: 1000 }, () => ({ column: 'n', taskList: Array(100).fill(task) }));
  const operation: Operation = {
    directive: 'time-series',
    arguments: { targetColumn: 'n', forecastDistances: [1], taskPlan, ...later },
  };
  expect(() => compileRecipe({ inputs: [input], operations: [operation], dialect: 'spark' })).toThrow(
    /it makes 10000000 columns, and a dataset has at most 10000/,
  );
});
