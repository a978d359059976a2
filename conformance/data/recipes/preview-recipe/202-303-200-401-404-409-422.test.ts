import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call, refusalOf } from '../../../support/call.ts';
import { silentServer } from '../../../support/silent-server.ts';
import { aRecipe, compute, ended, keep, pathOf, REFUSED, refusals } from '../a-recipe.ts';

test('202, 303, 200: asked for, followed, read; then insights by polling', async () => {
  const { path } = await aRecipe([keep('id', 'lt', 10), compute('twice', '`id` * 2')]);
  const done = await ended(await call('POST', `${path}preview/`, { json: { numberOfOperationsToUse: 2 } }));
  expect(done.status).toBe(303);
  const preview = await call('GET', pathOf(done));
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({
    columns: ['id', 'select', 'amount', 'day', 'twice'],
    count: 10,
    totalCount: 10,
    storedCount: 10,
    byteSize: expect.any(Number),
    estimatedSizeExceedsLimit: false,
    next: null,
    previous: null,
  });
  expect(preview.body.data[3]).toEqual(['3', 'it\'s "3"', '1.5', '2024-01-04', '6']);
  expect(preview.body.resultSchema[0]).toEqual({ name: 'id', dataType: 'INT_TYPE' });
  let insights = await call('GET', `${path}insights/`);
  for (let tries = 0; insights.body.status === 'running' && tries < 300; tries++) {
    await pause(100);
    insights = await call('GET', `${path}insights/`);
  }
  expect(insights.body).toMatchObject({ status: 'completed', totalCount: 5 });
  expect(insights.body.data[0]).toMatchObject({ name: 'id', min: 0, max: 9, uniqueCount: 10 });
});

test('202 without a body, and with a type but no body, as clients in Go send it', async () => {
  const { path } = await aRecipe();
  expect((await ended(await call('POST', `${path}preview`))).status).toBe(303);
  const headers = { 'content-type': 'application/json' };
  expect((await ended(await call('POST', `${path}preview/`, { headers }))).status).toBe(303);
});

test.each([
  ['a column that is not there', keep('nowhere', 'gt', 1)],
  ['a file', compute('x', "read_csv_auto('/etc/passwd')")],
  ['a second statement', compute('x', '1) FROM t; DROP TABLE users; --')],
  ['a setting', compute('x', "current_setting('temp_directory')")],
])('200 with status ERROR: %s, with the index of the step', async (_, step) => {
  const { path } = await aRecipe([keep('id', 'gt', 1), step]);
  const told = await ended(await call('POST', `${path}preview/`));
  expect(told.status).toBe(200);
  expect(told.body).toMatchObject({ status: 'ERROR', message: expect.stringMatching(/^Operation 1 \(/) });
  expect((await call('GET', path)).body).toMatchObject({ failedOperationsIndex: 1 });
  expect((await call('GET', `${path}preview/`)).status).toBe(422);
});

test('401, 404: without a key, not there, and before anybody asked', async () => {
  const { id, path } = await aRecipe();
  for (const [method, inner] of [
    ['POST', 'preview/'],
    ['GET', 'preview/'],
    ['GET', 'insights/'],
    ['POST', 'sql/'],
  ] as const) {
    expect(await refusals(method, (one) => `/api/v2/recipes/${one}/${inner}`, id)).toEqual(REFUSED);
  }
  expect((await call('GET', `${path}preview/`)).status).toBe(404);
  expect((await call('GET', `${path}insights/`)).status).toBe(404);
});

test('422: numbers out of range and fields that are none', async () => {
  const { path } = await aRecipe([keep('id', 'gt', 1)]);
  for (const numberOfOperationsToUse of [2, -1, 'all']) {
    expect((await call('POST', `${path}preview/`, { json: { numberOfOperationsToUse } })).status).toBe(422);
    for (const inner of ['preview/', 'insights/']) {
      expect((await call('GET', `${path}${inner}?numberOfOperationsToUse=${numberOfOperationsToUse}`)).status).toBe(
        422,
      );
    }
  }
  expect((await call('POST', `${path}preview/`, { json: { rows: 1 } })).body.errors).toHaveProperty('rows');
  expect((await call('GET', `${path}preview/?limit=0`)).status).toBe(422);
});

test('409: a preview that is being made says where to ask for it', async () => {
  const silent = await silentServer();
  const { body: drivers } = await call('GET', '/api/v2/externalDataDrivers/');
  const params = { driverId: drivers.data[0].id, jdbcUrl: `jdbc:postgresql://${silent.host}/sales` };
  const canonicalName = `silent ${silent.host}`;
  const store = await call('POST', '/api/v2/externalDataStores/', { json: { type: 'jdbc', canonicalName, params } });
  const login = { name: canonicalName, credentialType: 'basic', user: 'me', password: 'secret' };
  const { credentialId } = (await call('POST', '/api/v2/credentials/', { json: login })).body;
  const association = `/api/v2/credentials/${credentialId}/associations/dataconnection:${store.body.id}/`;
  await call('PUT', association, { json: { isDefault: true } });
  const inputs = [{ canonicalName, table: 'orders', schema: 'public' }];
  const from = { dataStoreId: store.body.id, dataSourceType: 'jdbc', dialect: 'postgres', inputs };
  const { recipeId } = (await call('POST', '/api/v2/recipes/fromDataStore/', { json: from })).body;
  const path = `/api/v2/recipes/${recipeId}/preview/`;
  const begun = await call('POST', path);
  const refused = await call('GET', path);
  silent.stop();
  expect([refusalOf(refused), refused.body.message]).toEqual([
    '409 recipes.preview_running',
    expect.stringContaining(`Poll the status address that POST recipes/${recipeId}/preview/ answered`),
  ]);
  expect((await ended(begun)).body.status).toBe('ERROR');
});
