import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, refusalOf } from '../../support/call.ts';
import { failingPostgres } from '../../support/failing-postgres.ts';
import { aPerson } from '../../support/people.ts';

const NOTHING = '65f000000000000000000001';
let failing: Awaited<ReturnType<typeof failingPostgres>>;
let key: string;
let driverId: string;
beforeAll(async () => {
  failing = await failingPostgres('could not read block 7');
  key = (await aPerson()).token;
  driverId = (await call('GET', '/api/v2/externalDataDrivers/', { key })).body.data[0].id;
});
afterAll(() => failing.stop());

async function aStore(jdbcUrl: string): Promise<string> {
  const json = { type: 'jdbc', canonicalName: 'Shop', params: { driverId, jdbcUrl } };
  return (await call('POST', '/api/v2/externalDataStores/', { key, json })).body.id;
}

const keep = (what: object) =>
  call('POST', '/api/v2/credentials/', { key, json: { name: `c ${randomBytes(4).toString('hex')}`, ...what } });

/** Every route that looks into a data store, and what else it takes. */
const ROUTES = { test: {}, schemas: {}, tables: {}, columns: { table: 'orders' }, preview: { table: 'orders' } };
const all = (refusal: string) => Object.fromEntries(Object.keys(ROUTES).map((name) => [name, refusal]));

async function refusals(store: string, login: object): Promise<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const [name, more] of Object.entries(ROUTES)) {
    const path = `/api/v2/externalDataStores/${store}/${name}/`;
    told[name] = refusalOf(await call('POST', path, { key, json: { ...login, ...more } }));
  }
  return told;
}

test('404, 422: with a credential that is not there, of another kind, or none', async () => {
  const store = await aStore('jdbc:postgresql://db.example.org/sales');
  expect(await refusals(store, { credentialId: NOTHING })).toEqual(all('404 data.no_such_credential'));
  const keys = await keep({ credentialType: 's3', awsAccessKeyId: 'A', awsSecretAccessKey: 'B' });
  expect(keys.status, keys.text).toBe(201);
  const { credentialId } = keys.body;
  expect(await refusals(store, { credentialId })).toEqual(all('422 data.store_wrong_credential'));
  expect(await refusals(store, {})).toEqual(all('422 data.store_no_credential'));
});

test.each([
  ['jdbc:postgresql://nowhere.invalid/x', '422 data.store_unknown_host'],
  ['jdbc:postgresql://127.0.0.1:1/x', '422 data.store_place_refused'],
  ['jdbc:postgresql://127.0.0.2:1/x', '422 data.store_cannot_connect'],
])('422: nothing can be asked of %s', async (jdbcUrl, refusal) => {
  expect(await refusals(await aStore(jdbcUrl), { user: 'me', password: 'secret' })).toEqual(all(refusal));
});

test('422: a database that fails is quoted', async () => {
  const store = await aStore(failing.jdbcUrl);
  expect(await refusals(store, { user: 'me', password: 'secret' })).toEqual(all('422 data.store_query_failed'));
  const path = `/api/v2/externalDataStores/${store}/test/`;
  const { body } = await call('POST', path, { key, json: { user: 'me', password: 'secret' } });
  expect(body.message).toBe('The database could not answer: could not read block 7.');
});

test('201, 409: a name is kept once', async () => {
  const basic = { name: 'Mine', credentialType: 'basic', user: 'me', password: 'secret' };
  expect((await keep(basic)).status).toBe(201);
  const again = await keep(basic);
  expect([refusalOf(again), again.body.message]).toEqual([
    '409 data.credential_name_taken',
    'You have a credential "Mine" already. Choose another name.',
  ]);
  const other = (await keep({ ...basic, name: 'Other' })).body.credentialId;
  const renamed = await call('PATCH', `/api/v2/credentials/${other}/`, { key, json: { name: 'MINE' } });
  expect(refusalOf(renamed)).toBe('409 data.credential_name_taken');
});

test('200, 204, 403, 404: a credential is used with a data store, and no more; not with one that may not be used', async () => {
  const store = await aStore('jdbc:postgresql://db.example.org/sales');
  const { credentialId } = (await keep({ credentialType: 'basic', user: 'me', password: 'secret' })).body;
  const associations = `/api/v2/credentials/${credentialId}/associations/`;
  const put = (id: string) => call('PUT', `${associations}dataconnection:${id}/`, { key, json: { isDefault: true } });
  const stored = async () => (await call('GET', `/api/v2/externalDataStores/${store}/credentials/`, { key })).body.data;
  expect((await put(store)).status).toBe(200);
  expect(await stored()).toMatchObject([{ credentialId }]);
  expect((await call('DELETE', `${associations}dataconnection:${store}/`, { key })).status).toBe(204);
  expect(await stored()).toEqual([]);
  expect(refusalOf(await put(NOTHING))).toBe('404 sharing.no_such_thing');
  const reader = await aPerson();
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER', canUseData: false }];
  const shared = `/api/v2/externalDataStores/${store}/sharedRoles/`;
  await call('PATCH', shared, { key, json: { operation: 'updateRoles', roles } });
  const login = { name: 'Theirs', credentialType: 'basic', user: 'me', password: 'secret' };
  const theirs = (await call('POST', '/api/v2/credentials/', { key: reader.token, json: login })).body.credentialId;
  const path = `/api/v2/credentials/${theirs}/associations/dataconnection:${store}/`;
  const unused = await call('PUT', path, { key: reader.token, json: { isDefault: true } });
  expect(refusalOf(unused)).toBe('403 sharing.role_too_small');
});
