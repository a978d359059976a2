import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { type Served, servedHousing } from '../served.ts';

const SERVICE_KEY = 'the key of this cloud';
const ROWS = 'size,age,town,price\n95,3,Rome,282.4\n';

let site: Installation;
let at: CallOptions;
let served: Served;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: SERVICE_KEY });
  at = { url: site.url, key: site.adminKey };
  served = await servedHousing(at);
});
afterAll(() => site?.stop());

const PATHS = ['/predApi/v1.0/deployments', '/api/v2/deployments'];
const predict = (start: string, headers: Record<string, string>, key: string | null = site.adminKey) =>
  call('POST', `${start}/${served.deploymentId}/predictions`, {
    url: site.url,
    key,
    body: ROWS,
    headers: { 'content-type': 'text/csv', ...headers },
  });

/** The cookie of a session, as a browser keeps it. */
async function signedIn(): Promise<string> {
  const json = { username: site.adminUsername, password: site.adminPassword };
  const reply = await call('POST', '/api/v2/session/', {
    url: site.url,
    key: null,
    json,
    headers: { origin: site.url },
  });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

test('200: the key that predictionServers/ shows is the one that predictions take', async () => {
  const { body } = await call('GET', '/api/v2/predictionServers/', at);
  expect(body.data).toHaveLength(1);
  const [{ url, 'datarobot-key': key }] = body.data;
  expect([url, key]).toEqual([site.url, SERVICE_KEY]);
  for (const start of PATHS)
    for (const name of ['service-key', 'datarobot-key'])
      expect((await predict(start, { [name]: key })).body.data).toHaveLength(1);
});

test('401: without it or with a wrong one, and the refusal says where it is', async () => {
  for (const start of PATHS)
    for (const headers of [{}, { 'service-key': 'wrong' }] as Record<string, string>[]) {
      const refused = await predict(start, headers);
      expect([refused.status, refused.body.message]).toEqual([
        401,
        expect.stringContaining('Predictions > Prediction API'),
      ]);
    }
});

test('200: the pages of the console predict with their session alone', async () => {
  const cookie = await signedIn();
  const own: Record<string, string>[] = [{ origin: site.url }, { 'sec-fetch-site': 'same-origin' }];
  for (const from of own) expect((await predict('/api/v2/deployments', { cookie, ...from }, null)).status).toBe(200);
  expect(
    (await predict('/api/v2/deployments', { cookie, origin: site.url, 'service-key': 'wrong' }, null)).status,
  ).toBe(401);
});

test('403: pages of other sites and programs with the cookie do not', async () => {
  const cookie = await signedIn();
  const elsewhere: Record<string, string>[] = [
    {},
    { origin: 'https://elsewhere.example' },
    { origin: site.url, 'sec-fetch-site': 'cross-site' },
  ];
  for (const start of PATHS)
    for (const from of elsewhere) expect((await predict(start, { cookie, ...from }, null)).status).toBe(403);
});
