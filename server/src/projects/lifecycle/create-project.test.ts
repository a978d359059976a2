import { beforeAll, expect, test } from 'vitest';
import { type ServedApp, servedApp } from '../../../test/served-app.ts';
import { shopsCsv, upload } from '../projects.fixtures.ts';

let app: ServedApp;
let key: string;

// No worker: nothing is ever read.
beforeAll(async () => {
  app = await servedApp();
  key = (await app.person()).key;
}, 120_000);

const send = (path: string) => {
  const { body, headers } = upload({}, { name: 'shops.csv', content: shopsCsv(1, 40) });
  return app.ask(`POST /api/v2/${path}`, { key, body, headers });
};
const ids = async () => (await app.ask('GET /api/v2/projects/', { key })).body.map((one: { id: string }) => one.id);

test('422: a project from a dataset that is still being read', async () => {
  const dataset = await send('datasets/fromFile/');
  expect(dataset.status).toBe(202);
  const refused = await app.ask('POST /api/v2/projects/', { key, body: { datasetId: dataset.body.catalogId } });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain('still being read');
  expect(await ids()).toEqual([]);
});

test('a project whose creation was cancelled is gone, one that waits is not', async () => {
  const [kept, cancelled] = [await send('projects/'), await send('projects/')];
  expect(new Set(await ids())).toEqual(new Set([kept.body.pid, cancelled.body.pid]));
  const status = new URL(String(cancelled.headers.location)).pathname.split('/').at(-2) as string;
  expect(await app.platform.jobs.cancel(status)).toBe(true);
  expect((await app.ask(`GET /api/v2/projects/${cancelled.body.pid}/`, { key })).status).toBe(404);
  expect(await ids()).toEqual([kept.body.pid]);
  expect((await app.ask(`GET /api/v2/projects/${kept.body.pid}/status/`, { key })).body).toMatchObject({
    stage: 'eda',
  });
});
