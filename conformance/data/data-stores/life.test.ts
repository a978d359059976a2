import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, refusalOf } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { type UsersPostgres, usersPostgres } from '../../support/postgres.ts';

let theirs: UsersPostgres;
let key: string;
let driverId: string;
beforeAll(async () => {
  theirs = await usersPostgres('create schema shop; create table shop.orders (id int primary key, "select" text)');
  key = (await aPerson()).token;
  driverId = (await call('GET', '/api/v2/externalDataDrivers/', { key })).body.data[0].id;
});
afterAll(() => theirs.stop());

const create = (jdbcUrl: string) =>
  call('POST', '/api/v2/externalDataStores/', {
    key,
    json: { type: 'jdbc', canonicalName: 'Shop', params: { driverId, jdbcUrl } },
  });

test('201, 200, 204: registered, tried, looked into, and forgotten', async () => {
  const made = await create(theirs.jdbcUrl);
  expect(made.status).toBe(201);
  // Without the slash at the end, as some clients write it.
  const path = `/api/v2/externalDataStores/${made.body.id}`;
  const { user, password } = theirs;
  const ask = (what: string, json: object = { user, password }) => call('POST', `${path}/${what}`, { key, json });
  expect((await ask('test')).status).toBe(200);
  expect((await ask('schemas')).body.schemas).toContain('shop');
  expect((await ask('tables', { user, password, schema: 'shop' })).body.tables).toMatchObject([{ name: 'orders' }]);
  const columns = await ask('columns', { user, password, schema: 'shop', table: 'orders' });
  expect(columns.body.columns.map((one: { name: string }) => one.name)).toEqual(['id', 'select']);
  const nowhere = await ask('columns', { user, password, schema: 'shop', table: 'none' });
  expect(refusalOf(nowhere)).toBe('404 data.store_no_such_table');
  const unseen = await ask('preview', { user, password, schema: 'shop', table: 'none' });
  expect([refusalOf(unseen), unseen.body.message]).toEqual([
    '404 data.store_no_such_table',
    expect.stringContaining('POST tables/ lists them'),
  ]);
  const kept = { name: `c ${randomBytes(4).toString('hex')}`, credentialType: 'basic', user, password };
  const credential = await call('POST', '/api/v2/credentials/', { key, json: kept });
  expect(credential.status).toBe(201);
  expect(credential.text).not.toContain(password);
  const { credentialId } = credential.body;
  const association = `/api/v2/credentials/${credentialId}/associations/dataconnection:${made.body.id}/`;
  expect((await call('PUT', association, { key, json: { isDefault: true } })).status).toBe(200);
  expect((await call('POST', `${path}/test/`, { key })).status).toBe(200);
  expect((await call('DELETE', `/api/v2/credentials/${credentialId}/`, { key })).status).toBe(204);
  expect((await call('POST', `${path}/test/`, { key })).status).toBe(422);
  // A JSON type on an empty body, as some clients send it.
  const headers = { 'content-type': 'application/json' };
  expect((await call('DELETE', path, { key, headers })).status).toBe(204);
  expect((await call('GET', path, { key })).status).toBe(404);
});

test.each([
  ['jdbc:postgresql://169.254.169.254/x', 'hold no databases'],
  ['jdbc:postgresql://nowhere.invalid/x', 'no host'],
  ['jdbc:postgresql://127.0.0.1:1/x', 'ALMANAC_ALLOWED_INSIDE_HOSTS'],
  ['jdbc:postgresql://127.0.0.2:1/x', 'ECONNREFUSED'],
])('422: %s cannot be signed in to', async (jdbcUrl, reason) => {
  const { id } = (await create(jdbcUrl)).body;
  const json = { user: 'me', password: 'secret-word' };
  const answer = await call('POST', `/api/v2/externalDataStores/${id}/test/`, { key, json });
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(reason)]);
  expect(answer.text).not.toContain('secret-word');
});

test('401, 404, 422: no key, nobody else, a URL that carries a password', async () => {
  const { id } = (await create(theirs.jdbcUrl)).body;
  const path = `/api/v2/externalDataStores/${id}/`;
  expect((await call('GET', path, { key: null })).status).toBe(401);
  expect((await call('GET', path, { key: (await aPerson()).token })).status).toBe(404);
  const wrong = await create('jdbc:postgresql://me:secret-word@host/x');
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['params.jdbcUrl']]);
  expect(wrong.text).not.toContain('secret-word');
});
