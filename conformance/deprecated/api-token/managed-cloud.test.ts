import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

const PATH = '/predApi/v1.0/api_token';
const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'bin', 'almanac.js');

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: 'the service key' });
});
afterAll(() => site?.stop());

/** Answers the API key. */
async function createUser(username: string, createdAt: string): Promise<string> {
  const args = [
    'users',
    'create',
    '--username',
    username,
    '--password',
    'a long password',
    '--created-at',
    createdAt,
    '--json',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...site.env },
  });
  const made = JSON.parse(stdout);
  expect(made).toMatchObject({
    id: expect.any(String),
    organizationId: expect.any(String),
    apiKey: expect.any(String),
  });
  return made.apiKey;
}

const ask = (username: string, headers: Record<string, string> = {}) =>
  call('GET', PATH, { url: site.url, key: null, headers: { ...basic(username, 'a long password'), ...headers } });

test('an account from before June 2020 has the old route, with the service key under either name', async () => {
  await createUser('veteran', '2020-05-31T23:59:59Z');
  expect((await ask('veteran')).status).toBe(401);
  expect((await ask('veteran', { 'service-key': 'wrong' })).status).toBe(401);
  expect((await ask('veteran', { 'service-key': 'the service key' })).status).toBe(200);
  expect((await ask('veteran', { 'datarobot-key': 'the service key' })).status).toBe(200);
});

test('a newer account has only the new routes', async () => {
  await createUser('newcomer', '2020-06-01T00:00:00Z');
  const answer = await ask('newcomer', { 'service-key': 'the service key' });
  expect(answer.status).toBe(404);
  expect(answer.body.message).toContain('account/apiKeys');
});

test('replacing needs no service key; the public routes never do', async () => {
  const headers = basic('veteran', 'a long password');
  const replaced = await call('POST', PATH, { url: site.url, key: null, headers });
  expect(replaced.status).toBe(200);
  const token = replaced.body.api_token as string;
  expect((await call('GET', '/api/v2/api_token/', { url: site.url, key: token })).body.api_token).toBe(token);
});

test('the old ping goes with the rest of its family: 404 for a newer or migrated account, whatever its query', async () => {
  const ping = (key: string | null, path = '/api/v1/ping') => call('GET', path, { url: site.url, key });
  const [veteran, newcomer] = [
    await createUser('old-ping', '2020-05-31T23:59:59Z'),
    await createUser('new-ping', '2020-06-01T00:00:00Z'),
  ];
  for (const path of ['/api/v1/ping', '/api/v1/ping?x=1']) {
    const gone = await ping(newcomer, path);
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining('/predApi/v1.0/ping')]);
    expect((await ping(veteran, path)).status).toBe(200);
    expect((await ping(null, path)).status).toBe(200);
  }
  const { body: me } = await call('GET', '/api/v2/account/info/', { url: site.url, key: veteran });
  const json = { permissions: ['ENABLE_NEW_PREDICTION_ROUTES_ONLY'] };
  const migrated = await call('PATCH', `/api/v2/users/${me.uid}/`, { url: site.url, key: site.adminKey, json });
  expect(migrated.status, migrated.text).toBeLessThan(300);
  expect((await ping(veteran)).status).toBe(404);
  expect((await ping(newcomer, '/predApi/v1.0/ping')).status).toBe(200);
});
