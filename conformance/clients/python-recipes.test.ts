import { describe, expect, inject, test } from 'vitest';
import { hasPython, PYTHON_VERSIONS, pythonClient } from './python-client.ts';

/** The client looks a dozen times whether something is done. */
const PATIENCE_MS = 400_000;
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python)('recipes with the official Python client', () => {
  const target = inject('target');
  const env = { ENDPOINT: `${target.url}/api/v2`, TOKEN: target.adminKey };

  test(
    'newest: its own classes, from a dataset to a published one',
    async () => {
      const client = await pythonClient('python-newest', PYTHON_VERSIONS.newest);
      // biome-ignore lint/suspicious/noExplicitAny: what a script printed, looked at field by field
      const seen = (await client.scenario('recipe', env)) as any;
      expect(seen.made).toEqual(['draft', 'spark', 'WRANGLING', 1, 'random-sample']);
      expect(seen.inputs).toEqual(['Sales of Oslo', ['RecipeDatasetInput', 'RecipeDatasetInput'], 'stores']);
      expect(seen.operations).toEqual([
        ...['join', 'filter', 'compute-new', 'replace', 'rename-columns', 'drop-columns', 'dedupe-rows'],
      ]);
      expect(seen.preview.columns).toEqual(['day', 'store', 'from', 'amount', 'returned', 'r_city', 'double']);
      expect(seen.preview).toMatchObject({ stored: 97, shape: [97, 7] });
      expect(seen.plain).toEqual(['day', 'store', 'select', 'amount', 'returned', 'r_store', 'r_city']);
      expect(seen.insights).toEqual(['completed', seen.preview.columns]);
      expect(seen.sql).toMatch(/SELECT[\s\S]*`double`/);
      expect(seen.otherSql).not.toContain('double');
      expect(seen.sampled).toMatchObject({ 'random-sample': 20, limit: 5, 'datetime-sample': 9 });
      expect(seen.sampled.tablesample).toBeGreaterThan(90);
      expect(seen.sampled.tablesample).toBeLessThan(210);
      expect(seen.aggregated.map(([store]: string[]) => store)).toEqual(['s0', 's1', 's2']);
      expect(seen).toMatchObject({ downsampled: 50, smart: 90, settings: 'returned' });
      expect(seen.published).toMatchObject({ name: 'Wrangled', rows: 297, recipe: 'published' });
      expect(seen.published.features.sort()).toEqual([...seen.preview.columns].sort());
      expect(seen.clone).toEqual(['draft', true]);
      expect(seen.listed).toEqual(['Sales of Oslo', 'Sales of Oslo (copy)']);
      expect(seen.afterwards).toEqual(['Sales of Oslo']);
      expect(seen.inUseCase).toEqual(['dataset', 'recipe']);
      expect(seen.written).toEqual([['Rome']]);
    },
    PATIENCE_MS,
  );

  test(
    'oldest: knows no recipes, and makes one through its transport',
    async () => {
      const client = await pythonClient('python-oldest', PYTHON_VERSIONS.oldest);
      expect(await client.scenario('recipe_by_hand', env)).toEqual({
        rows: 10,
        first: ['0', 'x'],
        name: 'By hand',
        kept: 10,
      });
    },
    PATIENCE_MS,
  );
});
