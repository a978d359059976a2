import { beforeAll, describe, expect, test } from 'vitest';
import type { Downsampling } from '../recipe.operations.ts';
import { type Engine, openEngines } from './engines.fixtures.ts';
import { type Column, columnType, compileRecipe } from './index.ts';
import { examples, inputs, salesColumns, salesRows, storeColumns, storeRows } from './recipe.fixtures.ts';

let engines: readonly Engine[] = [];

beforeAll(async () => {
  engines = await openEngines();
  for (const engine of engines) {
    await engine.create('sales', salesColumns, salesRows(20));
    await engine.create('stores', storeColumns, storeRows);
  }
});

/** What the engine itself says the result of a query is. */
async function describeQuery(engine: Engine, sql: string): Promise<readonly Column[]> {
  if (engine.name === 'duckdb') {
    const rows = await engine.rows(`SELECT column_name, column_type FROM (DESCRIBE ${sql})`);
    return rows.map(([name, type]) => ({ name: String(name), type: columnType(String(type)) }));
  }
  await engine.run(`CREATE OR REPLACE TEMP VIEW described AS ${sql}`);
  try {
    const rows = await engine.rows(
      "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'described'::regclass AND attnum > 0 ORDER BY attnum",
    );
    return rows.map(([name, type]) => ({ name: String(name), type: columnType(String(type)) }));
  } finally {
    await engine.run('DROP VIEW described');
  }
}

describe('the columns the compiler promises are those the engines give', () => {
  test.each(Object.entries(examples))('%s', async (_, operations) => {
    for (const engine of engines) {
      const { sql, columns, history } = compileRecipe({ inputs, operations, dialect: engine.name });
      expect(await describeQuery(engine, sql)).toEqual(columns);
      expect(history).toHaveLength(operations.length + 1);
      expect(history.at(-1)).toEqual(columns);
    }
  });

  test('smart downsampling adds its weights', async () => {
    const downsampling: Downsampling = { directive: 'smart-downsampling', arguments: { rows: 5, method: 'binary' } };
    const settings = { target: 'promo', weightsFeature: 'weight' };
    for (const engine of engines) {
      const { sql, columns } = compileRecipe({ inputs, operations: [], downsampling, settings, dialect: engine.name });
      expect(await describeQuery(engine, sql)).toEqual(columns);
      expect(columns.at(-1)).toEqual({ name: 'weight', type: 'double' });
    }
  });
});

test('operations apply up to a number, and a skipped one leaves everything as it was', () => {
  const [drop, dedupe] = examples['dedupe-rows'] ?? [];
  if (!drop || !dedupe) throw new Error('the example is gone');
  const some = compileRecipe({ inputs, operations: [drop, dedupe], dialect: 'duckdb', upTo: 1 });
  expect(some.sql).toContain('step_0');
  expect(some.sql).not.toContain('step_1');
  const skipped = compileRecipe({ inputs, operations: [{ ...drop, skip: true }, dedupe], dialect: 'duckdb' });
  expect(skipped.columns).toEqual(salesColumns);
  expect(skipped.sql).toContain('step_1');
});

test.each([
  ['BIGINT', 'integer'],
  ['int4', 'integer'],
  ['UHUGEINT', 'integer'],
  ['DECIMAL(18,3)', 'double'],
  ['double precision', 'double'],
  ['character varying(20)', 'string'],
  ["ENUM('a', 'b')", 'string'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['timestamp with time zone', 'timestamp'],
  ['TIMESTAMP_NS', 'timestamp'],
  ['INTEGER[]', 'other'],
  ['STRUCT(a INTEGER)', 'other'],
  ['jsonb', 'other'],
] as const)('%s is %s', (physical, type) => {
  expect(columnType(physical)).toBe(type);
});
