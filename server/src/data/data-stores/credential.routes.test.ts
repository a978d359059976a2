import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';

const { ask, person, platform } = await servedApp({ settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' } });
const owner = await person({ organization: 'One' });
const admin = await person({ organization: 'One', role: 'admin' });
const PATH = '/api/v2/credentials/';
const body = (name: string, more: object = {}) => ({
  name,
  credentialType: 'basic',
  user: 'me',
  password: 'correct horse',
  ...more,
});
const create = (name: string, more: object = {}) => ask(`POST ${PATH}`, { key: owner.key, body: body(name, more) });

test('201, 200, 204: kept, listed, changed, deleted; what is secret is never told', async () => {
  const made = await create('Reader', { description: null });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Reader', credentialType: 'basic', description: '' });
  const one = `${PATH}${made.body.credentialId}/`;
  expect((await ask(`GET ${one}`, { key: owner.key })).body).toEqual(made.body);
  const list = await ask(`GET ${PATH}?limit=0&types=basic`, { key: owner.key });
  expect(list.body.data).toEqual([made.body]);
  const changed = await ask(`PATCH ${one}`, { key: owner.key, body: { name: 'Writer', password: 'new password' } });
  expect(changed.body).toEqual({ ...made.body, name: 'Writer' });
  expect(JSON.stringify([made.body, list.body, changed.body])).not.toMatch(/correct horse|new password|"user"/);
  expect((await ask(`DELETE ${one}`, { key: owner.key })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key: owner.key })).status).toBe(404);
});

test('in the database they are sealed, each for itself', async () => {
  const [one, two] = [(await create('One')).body.credentialId, (await create('Two')).body.credentialId];
  const rows = await platform.db.queries.selectFrom('credentials').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/correct horse/);
  const sealed = rows.find((row) => row.id === one)?.sealed ?? '';
  expect(platform.secrets.open(sealed, `credential ${one}`)).toContain('correct horse');
  expect(() => platform.secrets.open(sealed, `credential ${two}`)).toThrow();
});

test('404: nobody else has them, not even an administrator', async () => {
  const { credentialId } = (await create('Private')).body;
  for (const line of [
    `GET ${PATH}${credentialId}/`,
    `DELETE ${PATH}${credentialId}/`,
    `GET ${PATH}${credentialId}/associations/`,
  ]) {
    expect([line, (await ask(line, { key: admin.key })).status]).toEqual([line, 404]);
  }
  expect((await ask(`GET ${PATH}`, { key: admin.key })).body.data).toEqual([]);
  expect((await ask(`GET ${PATH}`)).status).toBe(401);
});

test('409: a name one has already, in any case; another person may have it', async () => {
  await create('Taken');
  expect((await create('TAKEN')).status).toBe(409);
  expect((await ask(`POST ${PATH}`, { key: admin.key, body: body('Taken') })).status).toBe(201);
});

test.each([
  [body('x', { credentialType: 'gcp' }), 'credentialType'],
  [body(''), 'name'],
  [body('x', { password: '' }), 'password'],
  [body('x', { awsAccessKeyId: 'x' }), 'awsAccessKeyId'],
])('422: %j names %s', async (wrong, field) => {
  const answer = await ask(`POST ${PATH}`, { key: owner.key, body: wrong });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test('associations: one default for each data store, listed from both sides, and gone with the store', async () => {
  const driver = (await ask('GET /api/v2/externalDataDrivers/', { key: owner.key })).body.data[0].id;
  const store = { type: 'jdbc', canonicalName: 'S', params: { driverId: driver, jdbcUrl: 'jdbc:postgresql://db/s' } };
  const { id } = (await ask('POST /api/v2/externalDataStores/', { key: owner.key, body: store })).body;
  const [first, second] = [(await create('First')).body.credentialId, (await create('Second')).body.credentialId];
  const at = (credentialId: string) => `${PATH}${credentialId}/associations/dataconnection:${id}/`;
  for (const credentialId of [first, second]) {
    expect((await ask(`PUT ${at(credentialId)}`, { key: owner.key, body: { isDefault: true } })).status).toBe(200);
  }
  const listed = await ask(`GET ${PATH}${first}/associations/`, { key: owner.key });
  expect(listed.body.data).toMatchObject([{ objectId: id, objectType: 'dataconnection', isDefault: false }]);
  const ofStore = await ask(`GET /api/v2/externalDataStores/${id}/credentials/`, { key: owner.key });
  expect(ofStore.body.data.map((one: { name: string }) => one.name)).toEqual(['Second', 'First']);
  expect((await ask(`DELETE ${at(first)}`, { key: owner.key })).status).toBe(204);
  await ask(`DELETE /api/v2/externalDataStores/${id}/`, { key: owner.key });
  expect((await ask(`GET ${PATH}${second}/associations/`, { key: owner.key })).body.data).toEqual([]);
  for (const wrong of ['dataconnection:x', 'project:x', 'dataconnection:']) {
    const line = `PUT ${PATH}${second}/associations/${wrong}/`;
    expect((await ask(line, { key: owner.key, body: { isDefault: true } })).status).toBe(404);
  }
});
