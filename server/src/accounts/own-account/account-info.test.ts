import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { permissions } from '../directory/permissions.ts';

const { ask, person } = await servedApp({ settings: { ALMANAC_LLM_API_KEY: 'hush-hush' } });
const ada = await person({ username: 'Ada', permissions: ['ENABLE_INCREMENTAL_LEARNING'], email: 'ada@example.org' });

test('200: the version is 2.49.0, whichever word the client puts before its key', async () => {
  for (const scheme of ['Bearer', 'Token', 'token', 'bearer']) {
    const { status, body, headers } = await ask('GET /api/v2/version/', {
      headers: { authorization: `${scheme} ${ada.key}` },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ major: 2, minor: 49, versionString: '2.49.0', releasedVersion: '2.49.0' });
    expect(headers['content-type']).toBe('application/json');
  }
});

test('200: the version follows the setting', async () => {
  const older = await servedApp({ settings: { ALMANAC_API_VERSION: '2.28' } });
  const { key } = await older.person();
  const { body } = await older.ask('GET /api/v2/version/', { key });
  expect(body).toEqual({ major: 2, minor: 28, versionString: '2.28.0', releasedVersion: '2.28.0' });
  expect((await older.ask('GET /api/v2/openapi.json')).body.info['x-api-version']).toBe('2.28');
});

test('401: without a key, with a wrong one, with one of another scheme', async () => {
  expect((await ask('GET /api/v2/version/')).status).toBe(401);
  const wrong = await ask('GET /api/v2/version/', { key: `${ada.key}x` });
  expect(wrong.status).toBe(401);
  expect(wrong.body.message).toContain('invalid authorization header');
  expect((await ask('GET /api/v2/version/', { headers: { authorization: 'Digest x' } })).status).toBe(401);
  expect((await ask('GET /api/v2/version/', { basic: ['Ada', ada.key] })).status).toBe(401);
});

test('200: account/info tells who asks and every permission', async () => {
  const { status, body } = await ask('GET /api/v2/account/info/', { key: ada.key });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    uid: ada.id,
    username: 'Ada',
    email: 'ada@example.org',
    orgId: ada.organizationId,
    tenantId: null,
    language: 'en',
    role: 'user',
    secondFactor: false,
  });
  expect(Object.keys(body.permissions)).toEqual(permissions.map(({ name }) => name));
  expect(body.permissions).toMatchObject({ ENABLE_INCREMENTAL_LEARNING: true, ENABLE_PREDICTIONS_ADMIN: false });
});

test('200: every entitlement asked for comes back, known or not', async () => {
  const entitlements = [
    { name: 'ENABLE_INCREMENTAL_LEARNING' },
    { name: 'ENABLE_PREDICTIONS_ADMIN' },
    { name: 'LLM_X' },
  ];
  const { status, body } = await ask('POST /api/v2/entitlements/evaluate/', { key: ada.key, body: { entitlements } });
  expect(status).toBe(200);
  expect(body).toEqual({
    entitlements: [
      { name: 'ENABLE_INCREMENTAL_LEARNING', value: true },
      { name: 'ENABLE_PREDICTIONS_ADMIN', value: false },
      { name: 'LLM_X', value: false },
    ],
  });
});

test('422: entitlements of a wrong shape, or with fields nobody knows', async () => {
  for (const body of [{}, { entitlements: 'x' }, { entitlements: [{}] }, { entitlements: [], more: 1 }]) {
    const answer = await ask('POST /api/v2/entitlements/evaluate/', { key: ada.key, body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).length).toBeGreaterThan(0);
  }
});

test('200: an encrypted string differs each time and does not show the text', async () => {
  const body = { plainText: 'database password' };
  const one = await ask('POST /api/v2/stringEncryptions/', { key: ada.key, body });
  const two = await ask('POST /api/v2/stringEncryptions/', { key: ada.key, body });
  expect(one.status).toBe(200);
  expect(one.body.cipherText).not.toBe(two.body.cipherText);
  expect(one.body.cipherText).not.toContain('password');
});

test('200: the installation is told to everybody, its settings to administrators, secrets to nobody', async () => {
  const key = (await person({ role: 'admin' })).key;
  const told = await ask('GET /api/v2/installation/', { key });
  expect(told.body).toMatchObject({ installation: 'self-managed', release: '6.1', upgraded: false });
  const setting = (name: string) => told.body.settings.find((one: { name: string }) => one.name === name);
  expect(setting('ALMANAC_RELEASE')).toMatchObject({ value: '6.1', source: 'default', isSecret: false });
  expect(told.text).not.toContain('hush-hush');
  expect(setting('ALMANAC_LLM_API_KEY')).toMatchObject({ value: null, source: 'environment', isSecret: true });
  expect((await ask('GET /api/v2/installation/', { key: ada.key })).body.settings).toBeNull();
  expect((await ask('GET /api/v2/installation/')).status).toBe(401);
});

test('200: every permission there is, with the name people read', async () => {
  const { body } = await ask('GET /api/v2/permissions/', { key: ada.key });
  expect(body.count).toBe(permissions.length);
  expect(body.data[0]).toEqual({
    name: 'ENABLE_PREDICTIONS_ADMIN',
    title: 'Enable Predictions Admin',
    about: 'See the usage table of deprecated routes',
  });
  expect((await ask('GET /api/v2/permissions/')).status).toBe(401);
});
