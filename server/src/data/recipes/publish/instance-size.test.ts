import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { aDataset, following } from '../recipes.fixtures.ts';

// Nothing may be written to disk, so that a query that needs more than its memory fails.
const settings = { ALMANAC_SQL_MEMORY_BYTES: String(64 * 1024 ** 2), ALMANAC_SQL_TEMP_BYTES: '0' };
const app = await servedApp({ settings });
const { ask, person, platform } = app;
const ann = await person({ organization: 'One' });
const { key } = ann;
const { finished } = following(app, key);
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());

test('a larger instance has more memory for the publication', async () => {
  const own = { userId: ann.id, organizationId: ann.organizationId };
  const rows = 'SELECT i AS id, md5(i::VARCHAR) AS code FROM range(700000) AS t(i)';
  const { datasetId } = await aDataset(platform, own, rows, 'codes');
  const publish = async (sparkInstanceSize: string, wanted: 'COMPLETED' | 'ERROR') => {
    const { recipeId } = (await ask('POST /api/v2/recipes/fromDataset/', { key, body: { datasetId } })).body;
    const path = `/api/v2/recipes/${recipeId}/`;
    const operations = [{ directive: 'dedupe-rows', arguments: {} }];
    await ask(`PUT ${path}operations/`, { key, body: { operations } });
    const set = await ask(`PATCH ${path}settings/`, { key, body: { sparkInstanceSize } });
    expect(set.body.sparkInstanceSize).toBe(sparkInstanceSize);
    return finished(await ask('POST /api/v2/datasets/fromRecipe/', { key, body: { recipeId } }), wanted);
  };
  expect((await publish('small', 'ERROR')).message).toMatch(/memory/i);
  expect((await publish('large', 'COMPLETED')).location).toContain('/api/v2/datasets/');
}, 120_000);
