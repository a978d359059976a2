import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_UPGRADED: 'true', ALMANAC_RELEASE: '6.1' });
});
afterAll(() => site?.stop());

const ask = (method: string, path: string, headers: Record<string, string>) =>
  call(method, path, { url: site.url, key: null, headers });

test.each([['/predApi/v1.0/api_token'], ['/api/v1/api_token']])(
  'an upgraded installation still has %s',
  async (path) => {
    const credentials = basic(site.adminUsername, site.adminPassword);
    const first = await ask('GET', path, credentials);
    expect(first.status).toBe(200);
    expect(first.headers.get('deprecation')).toBe('true');
    expect(first.headers.get('link')).toContain('successor-version');
    expect((await ask('GET', path, credentials)).body).toEqual(first.body);
    const replaced = await ask('POST', path, credentials);
    expect(replaced.body.api_token).not.toBe(first.body.api_token);
    expect((await ask('GET', path, credentials)).body).toEqual(replaced.body);
    const old = await call('GET', '/api/v2/version/', { url: site.url, key: first.body.api_token });
    expect(old.status).toBe(401);
  },
);

test('401: wrong or missing credentials', async () => {
  expect((await ask('GET', '/predApi/v1.0/api_token', {})).status).toBe(401);
  expect((await ask('GET', '/predApi/v1.0/api_token', basic(site.adminUsername, 'no'))).status).toBe(401);
});

test('the second factor travels in headers, and a recovery code works once', async () => {
  const url = site.url;
  const person = { username: 'two.factors', password: 'a long password' };
  expect((await call('POST', '/api/v2/users/', { url, key: site.adminKey, json: person })).status).toBe(201);
  const { body } = await call('POST', '/api/v2/api_token/', { url, key: null, json: person });
  const key = body.api_token as string;
  const { body: factor } = await call('POST', '/api/v2/account/secondFactor/', {
    url,
    key,
    json: { password: person.password },
  });
  const totpCode = await generate({ secret: factor.secret });
  const confirmed = await call('POST', '/api/v2/account/secondFactor/confirm/', { url, key, json: { totpCode } });
  expect(confirmed.status).toBe(204);
  const named = basic(person.username, person.password);
  const get = (headers: Record<string, string>) => ask('GET', '/predApi/v1.0/api_token', { ...named, ...headers });
  expect((await get({})).status).toBe(401);
  expect((await get({ 'X-Service-totpCode': totpCode })).status).toBe(401); // spent by confirming
  const recovery = { 'X-Service-recoveryCode': factor.recoveryCodes[0] };
  const once = await Promise.all([get(recovery), get(recovery), get(recovery)]);
  expect(once.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
  expect(once.find((answer) => answer.status === 200)?.body).toEqual({ api_token: key });
});

test('401: a key or token alone does not show or replace the token', async () => {
  for (const method of ['GET', 'POST']) {
    const answer = await call(method, '/api/v1/api_token', { url: site.url, key: site.adminKey });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  }
});

test('the old ping answers, and says that it is old', async () => {
  const answer = await ask('GET', '/api/v1/ping', {});
  expect(answer.body.response).toBe('pong');
  expect(answer.headers.get('deprecation')).toBe('true');
});
