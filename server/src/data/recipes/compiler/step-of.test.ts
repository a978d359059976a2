import { beforeAll, describe, expect, test } from 'vitest';
import { Operation } from '../recipe.operations.ts';
import { type Engine, openEngines } from './engines.fixtures.ts';
import { compileRecipe, failingStep, stepOf } from './index.ts';
import { inputs, salesColumns, salesRows } from './recipe.fixtures.ts';

const operation = (directive: string, args: unknown) => Operation.parse({ directive, arguments: args });

describe('an error of the engine is traced to its step', () => {
  let engines: readonly Engine[] = [];
  beforeAll(async () => {
    engines = await openEngines();
    for (const engine of engines) await engine.create('sales', salesColumns, salesRows(50));
  });

  const operations = [
    operation('drop-columns', { columns: ['promo'] }),
    operation('compute-new', { newFeatureName: 'ok', expression: "'a\n(b'" }),
    operation('compute-new', { newFeatureName: 'bad', expression: 'cast(store as bigint)' }),
    operation('compute-new', { newFeatureName: 'late', expression: 'bad + 1' }),
  ];

  test('by its line, where DuckDB says one', async () => {
    const compiled = compileRecipe({ inputs, operations, dialect: 'duckdb' });
    const [duckdb] = engines;
    const error: unknown = await duckdb?.run(compiled.sql).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(stepOf(compiled, (error as Error).cause)).toBe(2);
    expect(stepOf(compiled, new Error('something else'))).toBeUndefined();
  });

  test('by its place, where PostgreSQL says one', async () => {
    const compiled = compileRecipe({ inputs, operations: operations.slice(0, 2), dialect: 'postgres' });
    const broken = { ...compiled, sql: compiled.sql.replace('AS "ok"', '+ nowhere AS "ok"') };
    const error: unknown = await engines[1]?.run(broken.sql).catch((reason: unknown) => reason);
    expect(stepOf(broken, error)).toBe(1);
  });

  test.each([0, 1])('by trying fewer operations otherwise (engine %i)', async (at) => {
    const engine = engines[at];
    const runs = async (upTo: number) => {
      const { sql } = compileRecipe({ inputs, operations, dialect: engine?.name ?? 'duckdb', upTo });
      return (
        engine !== undefined &&
        (await engine.rows(sql).then(
          () => true,
          () => false,
        ))
      );
    };
    expect(await failingStep(operations.length, runs)).toBe(2);
    expect(await failingStep(operations.length, async () => false)).toBeUndefined();
  });
});
