import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadProject } from '../../projects/shops.ts';
import { basic, call } from '../../support/call.ts';
import { userByCommand } from '../../support/command.ts';
import { follow } from '../../support/follow.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { OLD_PREDICTIONS } from '../predictions/site.ts';
import { OLD_ROUTES } from '../routes.ts';

const PATH = '/predApi/v1.0/api_token';
const PATHS = [PATH, '/api/v1/api_token'];

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: 'the service key' });
});
afterAll(() => site?.stop());

/** Answers the API key. */
const createUser = async (username: string, createdAt: string): Promise<string> =>
  (await userByCommand(site, username, '--created-at', createdAt)).apiKey;

const ask = (username: string, headers: Record<string, string> = {}, path = PATH) =>
  call('GET', path, { url: site.url, key: null, headers: { ...basic(username, 'a long password'), ...headers } });

test('an account from before June 2020 has the old route, with the service key under either name', async () => {
  await createUser('veteran', '2020-05-31T23:59:59Z');
  for (const path of PATHS) {
    expectRefusal(await ask('veteran', {}, path), 401, 'accounts.no_service_key');
    expectRefusal(await ask('veteran', { 'service-key': 'wrong' }, path), 401, 'accounts.wrong_service_key');
    expect((await ask('veteran', { 'service-key': 'the service key' }, path)).status).toBe(200);
    expect((await ask('veteran', { 'datarobot-key': 'the service key' }, path)).status).toBe(200);
  }
});

test('a newer account has only the new routes', async () => {
  const key = await createUser('newcomer', '2020-06-01T00:00:00Z');
  for (const [method, path, replacement] of OLD_ROUTES) {
    const credentials = PATHS.includes(path) ? { key: null, headers: basic('newcomer', 'a long password') } : { key };
    const answer = await call(method, path, { url: site.url, ...credentials });
    expectRefusal(answer, 404, 'deprecated.migrated');
    expect(answer.body.message).toContain(`Use ${replacement}.`);
  }
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

test('401: old predictions need the service key as well', async () => {
  const key = await createUser('old-predictions', '2020-05-31T23:59:59Z');
  const options = { url: site.url, key };
  const { path = '' } = await follow(await uploadProject('a,b\n1,2\n3,4\n', 'Small', options), options);
  const of = { projectId: path.split('/').at(-2) ?? '', modelId: '0'.repeat(24), deploymentId: '0'.repeat(24) };
  for (const [, route] of OLD_PREDICTIONS) {
    const ask = (headers: Record<string, string>) => call('POST', route.of(of), { ...options, headers });
    expectRefusal(await ask({}), 401, 'accounts.no_service_key');
    expectRefusal(await ask({ 'service-key': 'wrong' }), 401, 'accounts.wrong_service_key');
    expect((await ask({ 'service-key': 'the service key' })).status).toBe(404);
  }
});
