import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { movableClock, servedApp } from '../../test/served-app.ts';

const PATHS = ['/predApi/v1.0/api_token', '/api/v1/api_token'];
const PASSWORD = 'correct horse';
const SERVICE_KEY = 'the key of this cloud';

describe('self-managed, upgraded to 6.1', async () => {
  const now = movableClock();
  const { ask, person } = await servedApp({ now, settings: { ALMANAC_RELEASE: '6.1', ALMANAC_UPGRADED: 'true' } });

  test.each(PATHS)('%s: GET shows the token as first issued, POST replaces it', async (path) => {
    const { key, username } = await person();
    const basic = [username, PASSWORD] as const;
    const first = (await ask('GET /api/v2/api_token/', { key })).body.api_token;
    const shown = await ask(`GET ${path}`, { basic });
    expect([shown.status, shown.body]).toEqual([200, { api_token: first }]);
    expect(shown.headers.deprecation).toBe('true');
    expect(shown.headers.link).toContain('/api/v2/account/apiKeys/');
    const replaced = await ask(`POST ${path}`, { basic });
    expect(replaced.status).toBe(200);
    expect(replaced.body.api_token).not.toBe(first);
    expect((await ask('GET /api/v2/version/', { key: first })).status).toBe(401);
    expect((await ask('GET /api/v2/version/', { key: replaced.body.api_token })).status).toBe(200);
    expect((await ask(`GET ${path}/`, { basic })).body).toEqual(replaced.body);
  });

  test.each(PATHS)('%s: 401 without credentials, with a key, with a wrong password', async (path) => {
    const { key, username } = await person();
    for (const method of ['GET', 'POST']) {
      const bare = await ask(`${method} ${path}`);
      expect(bare.status).toBe(401);
      expect(bare.headers['www-authenticate']).toMatch(/^Basic/);
      expect((await ask(`${method} ${path}`, { key })).status).toBe(401);
      expect((await ask(`${method} ${path}`, { basic: [username, key] })).status).toBe(401);
    }
  });

  test('the second factor travels in headers, under either name', async () => {
    const { key, username } = await person();
    const { secret, recoveryCodes } = (
      await ask('POST /api/v2/account/secondFactor/', { key, body: { password: PASSWORD } })
    ).body;
    const code = (stepsAway: number) => generateSync({ secret, epoch: now().getTime() / 1000 + stepsAway * 30 });
    await ask('POST /api/v2/account/secondFactor/confirm/', { key, body: { totpCode: code(0) } });
    const path = PATHS[0];
    const withHeaders = async (headers: Record<string, string>) =>
      (await ask(`GET ${path}`, { basic: [username, PASSWORD], headers })).status;
    expect(await withHeaders({})).toBe(401);
    expect(await withHeaders({ 'X-Service-totpCode': code(0) })).toBe(401);
    expect(await withHeaders({ 'X-Service-recoveryCode': recoveryCodes[0] })).toBe(200);
    expect(await withHeaders({ 'X-Service-recoveryCode': recoveryCodes[0] })).toBe(401);
    expect(await withHeaders({ 'X-DataRobot-recoveryCode': recoveryCodes[1] })).toBe(200);
    expect(await withHeaders({ 'X-Service-totpCode': code(1) })).toBe(200);
  });

  test('both ping routes answer anybody', async () => {
    const current = await ask('GET /predApi/v1.0/ping');
    expect([current.status, current.body]).toEqual([200, { response: 'pong' }]);
    expect(current.headers.deprecation).toBeUndefined();
    const old = await ask('GET /api/v1/ping');
    expect([old.status, old.body.response]).toEqual([200, 'pong']);
    expect(old.headers.link).toContain('/predApi/v1.0/ping');
    const { key } = await person();
    for (const path of ['/predApi/v1.0/ping?x=1', '/api/v1/ping?x=1&x=2&y=', '/api/v1/ping/?x=1'])
      for (const who of [{}, { key }, { key: 'nobody' }])
        expect((await ask(`GET ${path}`, who)).status, path).toBe(200);
  });

  test('the link of an old route names what the request named', async () => {
    const { key } = await person();
    const id = '0123456789abcdef01234567';
    const models = await ask(`GET /api/v1/${id}/models`, { key });
    expect(models.headers.link).toBe(`</api/v2/projects/${id}/modelRecords/>; rel="successor-version"`);
    const forecasts = await ask(`POST /predApi/v1.0/deployments/${id}/timeSeriesPredictions`, { key });
    expect(forecasts.headers.link).toBe(`</predApi/v1.0/deployments/${id}/predictions>; rel="successor-version"`);
    const predict = await ask(`POST /predApi/v1.0/${id}/${id}/predict`, { key });
    expect(predict.headers.link).toBe('</docs#oldPredict>; rel="deprecation"; type="text/html"');
    expect(predict.headers['link-template']).toContain('/predApi/v1.0/deployments/{deploymentId}/predictions');
  });
});

describe.each([
  ['new at 6.1', { ALMANAC_RELEASE: '6.1', ALMANAC_UPGRADED: 'false' }, 'deprecated.disabled'],
  ['upgraded to 6.2', { ALMANAC_RELEASE: '6.2', ALMANAC_UPGRADED: 'true' }, 'deprecated.removed'],
])('self-managed, %s', async (_, settings, code) => {
  const { ask, person } = await servedApp({ settings });

  test('404 naming the replacement, before anybody is asked who they are', async () => {
    for (const path of PATHS) {
      const gone = await ask(`GET ${path}`);
      expect([gone.status, gone.body.code]).toEqual([404, code]);
      expect(gone.body.message).toContain('/api/v2/account/apiKeys/');
    }
    expect((await ask('GET /api/v1/ping')).body.message).toContain('/predApi/v1.0/ping');
  });

  test('the current routes stay', async () => {
    const { key } = await person();
    expect((await ask('GET /predApi/v1.0/ping')).status).toBe(200);
    expect((await ask('GET /api/v2/api_token/', { key })).status).toBe(200);
  });
});

describe('managed cloud', async () => {
  const settings = { ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: SERVICE_KEY };
  const { ask, person } = await servedApp({ settings });
  const old = await person({ createdAt: new Date('2020-05-31T23:59:59Z') });
  const basic = [old.username, PASSWORD] as const;

  test.each(PATHS)('%s: an old account needs the service key to see its token', async (path) => {
    const ask401 = async (headers: Record<string, string>) => await ask(`GET ${path}`, { basic, headers });
    const without = await ask401({});
    expect([without.status, without.body.code]).toEqual([401, 'accounts.no_service_key']);
    expect((await ask401({ 'service-key': `${SERVICE_KEY}x` })).status).toBe(401);
    expect((await ask401({ 'service-key': SERVICE_KEY })).status).toBe(200);
    expect((await ask401({ 'DataRobot-Key': SERVICE_KEY })).status).toBe(200);
  });

  test('replacing the token asks for no service key, as specified', async () => {
    expect((await ask(`POST ${PATHS[0]}`, { basic })).status).toBe(200);
  });

  test('404: accounts newer than May 2020 and migrated ones have only the new routes', async () => {
    const young = await person({ createdAt: new Date('2020-06-01T00:00:00Z') });
    const migrated = await person({
      createdAt: new Date('2019-01-01T00:00:00Z'),
      permissions: ['ENABLE_NEW_PREDICTION_ROUTES_ONLY'],
    });
    for (const { username } of [young, migrated]) {
      const answer = await ask(`GET ${PATHS[0]}`, {
        basic: [username, PASSWORD],
        headers: { 'service-key': SERVICE_KEY },
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'deprecated.migrated']);
      expect(answer.body.message).toContain('/api/v2/account/apiKeys/');
    }
  });

  test('404: the old ping too, for those who say who they are', async () => {
    const young = await person({ createdAt: new Date('2020-06-01T00:00:00Z') });
    const migrated = await person({
      createdAt: new Date('2019-01-01T00:00:00Z'),
      permissions: ['ENABLE_NEW_PREDICTION_ROUTES_ONLY'],
    });
    for (const { key } of [young, migrated]) {
      const answer = await ask('GET /api/v1/ping', { key });
      expect([answer.status, answer.body.code]).toEqual([404, 'deprecated.migrated']);
      expect(answer.body.message).toContain('/predApi/v1.0/ping');
      expect((await ask('GET /predApi/v1.0/ping', { key })).status).toBe(200);
    }
    expect((await ask('GET /api/v1/ping', { key: old.key })).status).toBe(200);
    for (const who of [{}, { key: 'nobody' }]) expect((await ask('GET /api/v1/ping', who)).status).toBe(200);
  });
});
