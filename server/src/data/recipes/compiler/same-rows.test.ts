import { beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../dialects/dialect.ts';
import type { Downsampling, Sampling } from '../recipe.operations.ts';
import { asSet, type Engine, openEngines, type Row } from './engines.fixtures.ts';
import { compileRecipe } from './index.ts';
import { examples, inputs, salesColumns, salesRows, storeColumns, storeRows } from './recipe.fixtures.ts';

const ROWS = 300;
let engines: readonly Engine[] = [];

beforeAll(async () => {
  engines = await openEngines();
  for (const engine of engines) {
    await engine.create('sales', salesColumns, salesRows(ROWS));
    await engine.create('stores', storeColumns, storeRows);
  }
});

async function bothGive(sqlFor: (dialect: Dialect) => string): Promise<readonly Row[]> {
  const [first = [], second = []] = await Promise.all(engines.map((engine) => engine.rows(sqlFor(engine.name))));
  expect(asSet(second)).toEqual(asSet(first));
  return first;
}

describe('DuckDB and PostgreSQL give the same rows for', () => {
  test.each(Object.entries(examples))('%s', async (_, operations) => {
    const rows = await bothGive((dialect) => compileRecipe({ inputs, operations, dialect }).sql);
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(Object.entries(examples))('%s, limited', async (_, operations) => {
    const limited = (dialect: Dialect) => compileRecipe({ inputs, operations, dialect, limit: 7 }).sql;
    const rows = await bothGive(limited);
    expect(rows.length).toBeLessThanOrEqual(7);
    expect(asSet(await bothGive(limited))).toEqual(asSet(rows));
  });
});

const samplings: Readonly<Record<string, Sampling>> = {
  limit: { directive: 'limit', arguments: { rows: 20 } },
  'random-sample': { directive: 'random-sample', arguments: { rows: 20, seed: 5 } },
  'datetime-sample earliest': {
    directive: 'datetime-sample',
    arguments: { rows: 20, strategy: 'earliest', datetimePartitionColumn: 'day' },
  },
  'datetime-sample latest of some series': {
    directive: 'datetime-sample',
    arguments: {
      rows: 20,
      strategy: 'latest',
      datetimePartitionColumn: 'sold at',
      multiseriesIdColumn: 'store',
      selectedSeries: ['S1', "S'2"],
    },
  },
};

describe('sampling', () => {
  test.each(Object.entries(samplings))('%s takes the same rows in both', async (_, sampling) => {
    const rows = await bothGive((dialect) => compileRecipe({ inputs, operations: [], sampling, dialect }).sql);
    expect(rows).toHaveLength(20);
  });

  test('tablesample takes about its share, the same in both, others with another seed', async () => {
    const take = (seed: number) =>
      bothGive((dialect) => {
        const sampling: Sampling = { directive: 'tablesample', arguments: { percent: 30, seed } };
        return compileRecipe({ inputs, operations: [], sampling, dialect }).sql;
      });
    const [first, second] = [await take(1), await take(2)];
    expect(first.length).toBeGreaterThan(ROWS * 0.2);
    expect(first.length).toBeLessThan(ROWS * 0.4);
    expect(asSet(second)).not.toEqual(asSet(first));
  });

  test('a random sample follows its seed and keeps the order of the input', async () => {
    const take = (seed: number) =>
      bothGive((dialect) => {
        const sampling: Sampling = { directive: 'random-sample', arguments: { rows: 50 } };
        return compileRecipe({ inputs, operations: [], sampling, dialect, seed }).sql;
      });
    const ids = (await take(1)).map(([id]) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(asSet(await take(1))).toEqual(asSet(await take(1)));
    expect(asSet(await take(2))).not.toEqual(asSet(await take(1)));
  });
});

describe('downsampling', () => {
  const smart = (rows: number, method: 'binary' | 'zero-inflated'): Downsampling => ({
    directive: 'smart-downsampling',
    arguments: { rows, method, seed: 3 },
  });
  const publish = (downsampling: Downsampling, target: string) =>
    bothGive(
      (dialect) =>
        compileRecipe({ inputs, operations: [], downsampling, settings: { target, weightsFeature: 'weight' }, dialect })
          .sql,
    );
  const counts = (rows: readonly Row[], column: string) => {
    const at = salesColumns.findIndex(({ name }) => name === column);
    const weights = new Map<string, { rows: number; weight: number }>();
    for (const row of rows) {
      const before = weights.get(String(row[at])) ?? { rows: 0, weight: 0 };
      weights.set(String(row[at]), { rows: before.rows + 1, weight: before.weight + Number(row.at(-1)) });
    }
    return weights;
  };

  test('random takes so many rows', async () => {
    const rows = await bothGive(
      (dialect) =>
        compileRecipe({
          inputs,
          operations: [],
          dialect,
          downsampling: { directive: 'random-sample', arguments: { rows: 33 } },
        }).sql,
    );
    expect(rows).toHaveLength(33);
  });

  test('after rows lost their order, the same rows are taken by what they hold', async () => {
    const operations = examples['join-inner'] ?? [];
    const take = () =>
      bothGive(
        (dialect) =>
          compileRecipe({
            inputs,
            operations,
            dialect,
            downsampling: { directive: 'random-sample', arguments: { rows: 25 } },
          }).sql,
      );
    expect(asSet(await take())).toEqual(asSet(await take()));
  });

  test('smart binary keeps the smaller class and weighs the other so that totals stay', async () => {
    const all = counts(await bothGive((dialect) => compileRecipe({ inputs, operations: [], dialect }).sql), 'promo');
    const [few = '', many = ''] = ['true', 'false'].sort((a, b) => (all.get(a)?.rows ?? 0) - (all.get(b)?.rows ?? 0));
    const kept = counts(await publish(smart(200, 'binary'), 'promo'), 'promo');
    expect(kept.get(few)).toEqual({ rows: all.get(few)?.rows, weight: all.get(few)?.rows });
    expect((kept.get(few)?.rows ?? 0) + (kept.get(many)?.rows ?? 0)).toBe(Math.max(200, 2 * (all.get(few)?.rows ?? 0)));
    expect(kept.get(many)?.weight).toBeCloseTo(all.get(many)?.rows ?? 0, 4);
  });

  test('smart zero-inflated keeps all that is not zero', async () => {
    const all = counts(await bothGive((dialect) => compileRecipe({ inputs, operations: [], dialect }).sql), 'count');
    const kept = counts(await publish(smart(1, 'zero-inflated'), 'count'), 'count');
    for (const value of ['1', '2', '3', '4', '5']) expect(kept.get(value)?.rows).toBe(all.get(value)?.rows);
    expect(kept.get('0')?.weight).toBeCloseTo(all.get('0')?.rows ?? 0, 4);
    expect(kept.has('null')).toBe(false);
  });
});
