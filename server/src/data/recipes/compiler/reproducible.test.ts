import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#config';
import { withDuckdb } from '../../duckdb/duckdb-session.ts';
import { Operation } from '../recipe.operations.ts';
import { compileRecipe, type RecipeInput } from './index.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'almanac-recipes-'));
const config = readConfig({ ALMANAC_DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const inputs: readonly RecipeInput[] = [
  {
    alias: 'data',
    relation: ['data'],
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'shop', type: 'string' },
      { name: 'price', type: 'double' },
    ],
  },
];
/** More than one of the pieces DuckDB hands to its threads. */
const TABLE =
  "CREATE TABLE data AS SELECT i AS id, 'shop ' || (i % 700) AS shop, (i * 7919 % 1009) / 8.0::DOUBLE AS price FROM range(300000) r(i)";

const keep = Operation.parse({
  directive: 'filter',
  arguments: { conditions: [{ column: 'price', function: 'gt', functionArguments: [20] }] },
});
const shops = Operation.parse({ directive: 'drop-columns', arguments: { columns: ['id'] } });
const dedupe = Operation.parse({ directive: 'dedupe-rows', arguments: {} });
const some = { directive: 'random-sample', arguments: { rows: 1000 } } as const;

const recipes = {
  'a sampled preview': { operations: [keep], sampling: some, limit: 200 },
  'a downsampled publication': { operations: [keep], downsampling: some },
  'a publication of rows without an order': { operations: [keep, shops, dedupe], downsampling: some },
  'a preview of rows without an order': { operations: [keep, shops, dedupe], limit: 200 },
};

test.each(Object.entries(recipes))('%s has the same rows on one thread and on many', async (_, recipe) => {
  const run = (threads: number) =>
    withDuckdb({ config, threads }, async (session) => {
      await session.run(TABLE);
      const rows = await session.rows(compileRecipe({ inputs, dialect: 'duckdb', ...recipe }).sql);
      return rows.map((row) => Object.values(row).join(' ')).sort();
    });
  const alone = await run(1);
  expect(alone.length).toBeGreaterThanOrEqual(200);
  expect(await run(4)).toEqual(alone);
});
