import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../dialects/dialect.ts';
import type { Downsampling, Sampling } from '../recipe.operations.ts';
import { compileRecipe } from './index.ts';
import { examples, inputs } from './recipe.fixtures.ts';

const GOLDEN = join(import.meta.dirname, 'golden');

const samplings: readonly Sampling[] = [
  { directive: 'random-sample', arguments: { rows: 10_000 } },
  { directive: 'limit', arguments: { rows: 100 } },
  {
    directive: 'datetime-sample',
    arguments: {
      rows: 100,
      strategy: 'latest',
      datetimePartitionColumn: 'day',
      multiseriesIdColumn: 'store',
      selectedSeries: ["S'1"],
    },
  },
  { directive: 'tablesample', arguments: { percent: 12.5, seed: 9 } },
];

const downsamplings: Readonly<Record<string, Downsampling>> = {
  'downsampling-random': { directive: 'random-sample', arguments: { rows: 500, seed: 1 } },
  'downsampling-binary': { directive: 'smart-downsampling', arguments: { rows: 500, method: 'binary', seed: 1 } },
  'downsampling-zero-inflated': {
    directive: 'smart-downsampling',
    arguments: { rows: 500, method: 'zero-inflated', seed: 1 },
  },
};

/** The file of each text: `golden/duckdb/filter-and.sql`. `npx vitest run -u` writes them anew; read the difference. */
const golden = (dialect: string, name: string) => join(GOLDEN, dialect, `${name}.sql`);

describe.each(ENGINES)('the SQL of %s', (dialect) => {
  test.each(Object.entries(examples))('%s', async (name, operations) => {
    const { sql } = compileRecipe({ inputs, operations, dialect });
    await expect(`${sql}\n`).toMatchFileSnapshot(golden(dialect, name));
  });

  test.each(samplings.map((sampling) => [sampling.directive, sampling] as const))(
    'sampling: %s',
    async (name, sampling) => {
      const { sql } = compileRecipe({ inputs, operations: [], sampling, dialect, limit: 50 });
      await expect(`${sql}\n`).toMatchFileSnapshot(golden(dialect, `sampling-${name}`));
    },
  );

  test.each(Object.entries(downsamplings))('%s', async (name, downsampling) => {
    const settings = { target: 'count', weightsFeature: 'weight' };
    const { sql } = compileRecipe({ inputs, operations: [], downsampling, settings, dialect });
    await expect(`${sql}\n`).toMatchFileSnapshot(golden(dialect, name));
  });

  test('has no text of a recipe that is gone', () => {
    const expected = [
      ...Object.keys(examples),
      ...samplings.map(({ directive }) => `sampling-${directive}`),
      ...Object.keys(downsamplings),
    ];
    expect(readdirSync(join(GOLDEN, dialect)).sort()).toEqual(expected.map((name) => `${name}.sql`).sort());
  });
});

test('every directive has an example', () => {
  const shown = new Set(Object.values(examples).flatMap((operations) => operations.map(({ directive }) => directive)));
  expect(shown.size).toBe(13);
});
