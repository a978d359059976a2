import { afterAll, afterEach, expect, test } from 'vitest';
import { until } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { reachablePostgres } from '../../data-stores/reachable-postgres.fixtures.ts';
import { aDataset } from '../recipes.fixtures.ts';

const guest = await reachablePostgres();
await guest.query(
  `create table numbers as select i from generate_series(1, 3000) i; grant select on numbers to ${guest.user}`,
);
const app = await servedApp({ settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' } });
const { ask, person, platform } = app;
const { key, id: userId, organizationId } = await person({ organization: 'One' });
const numbers = await aDataset(platform, { userId, organizationId }, 'SELECT i FROM range(3000) t(i)', 'numbers');

let worker: Worker | undefined;
const work = async (lightSeconds = 600) => {
  const light = { ...platform.config.jobLimits.light, timeSeconds: lightSeconds };
  const config = { ...platform.config, jobLimits: { ...platform.config.jobLimits, light } };
  worker = await startWorker({ ...platform, config }, { concurrency: 1 });
};
afterEach(() => worker?.stop());
afterAll(() => worker?.stop());

/** Six times the same table: 3000 to the sixth rows. */
const LETTERS = 'abcdef'.split('');
const SIX_FOLD =
  `SELECT count(*) AS n FROM ${LETTERS.map((letter) => `numbers ${letter}`).join(' CROSS JOIN ')} ` +
  `WHERE ${LETTERS.map((letter) => `${letter}.i`).join(' + ')} = -1`;
const statusPath = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers.location).split('/').at(-2) ?? '';

async function runaway(recipeId: string) {
  const patched = await ask(`PATCH /api/v2/recipes/${recipeId}/`, { key, body: { sql: SIX_FOLD } });
  expect([patched.status, patched.body.message]).toEqual([200, undefined]);
  return statusPath(await ask(`POST /api/v2/recipes/${recipeId}/preview/`, { key, body: {} }));
}

async function onDuckdb() {
  const body = { datasetId: numbers.datasetId, dialect: 'spark', recipeType: 'sql' };
  const { recipeId } = (await ask('POST /api/v2/recipes/fromDataset/', { key, body })).body;
  return { recipeId, statusId: await runaway(recipeId) };
}

test('a runaway query in a preview ends when it is cancelled, and the slot is free again', async () => {
  await work();
  const { statusId } = await onDuckdb();
  await until(platform, statusId, 'RUNNING');
  expect((await ask(`DELETE /api/v2/status/${statusId}/`, { key })).status).toBe(204);
  // Stopping waits for the work to end by itself, which it would not do in a lifetime.
  await worker?.stop();
  expect((await platform.db.pool.query('SELECT 1 FROM pgboss.job')).rows).toEqual([]);
});

test('and at the time limit of its job, with the sentence in the status and in the preview', async () => {
  await work(1);
  const { recipeId, statusId } = await onDuckdb();
  const ended = await until(platform, statusId, 'ERROR');
  expect([ended.message, ended.code]).toEqual([expect.stringContaining('ALMANAC_JOB_TIME_LIMIT_LIGHT'), 408]);
  const preview = await ask(`GET /api/v2/recipes/${recipeId}/preview/`, { key });
  expect([preview.status, preview.body.message]).toEqual([422, ended.message]);
});

test('in a PostgreSQL of the user the query itself is cancelled', async () => {
  const driverId = (await ask('GET /api/v2/externalDataDrivers/', { key })).body.data[0].id;
  const params = { driverId, jdbcUrl: guest.jdbcUrl };
  const store = { type: 'jdbc', canonicalName: 'Numbers', params };
  const dataStoreId = (await ask('POST /api/v2/externalDataStores/', { key, body: store })).body.id;
  const login = { name: 'reader', credentialType: 'basic', user: guest.user, password: guest.password };
  const { credentialId } = (await ask('POST /api/v2/credentials/', { key, body: login })).body;
  const association = `PUT /api/v2/credentials/${credentialId}/associations/dataconnection:${dataStoreId}/`;
  await ask(association, { key, body: { isDefault: true } });
  const inputs = [{ canonicalName: 'numbers', table: 'numbers', schema: 'public' }];
  const body = { dataStoreId, dataSourceType: 'jdbc', dialect: 'postgres', recipeType: 'sql', inputs };
  const made = (await ask('POST /api/v2/recipes/fromDataStore/', { key, body })).body;
  await work();
  const statusId = await runaway(made.recipeId);
  const active = async () => {
    const text = `SELECT count(*) AS n FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND query LIKE 'FETCH 5000%'`;
    return Number((await platform.db.pool.query(text, [guest.user])).rows[0].n);
  };
  await expect.poll(active, { timeout: 50_000, interval: 20 }).toBe(1);
  expect((await ask(`DELETE /api/v2/status/${statusId}/`, { key })).status).toBe(204);
  await worker?.stop();
  await expect.poll(active, { timeout: 50_000, interval: 20 }).toBe(0);
});
