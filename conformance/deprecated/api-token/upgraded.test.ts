import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';
import { expectRefusal, expectWrongBodiesRefused } from '../../support/refusals.ts';

type Headers = Record<string, string>;
const PATHS = ['/predApi/v1.0/api_token', '/api/v1/api_token'];

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_UPGRADED: 'true', ALMANAC_RELEASE: '6.1' });
});
afterAll(() => site?.stop());

const ask = (method: string, path: string, headers: Headers) =>
  call(method, path, { url: site.url, key: null, headers });

test.each(PATHS)('an upgraded installation still has %s', async (path) => {
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
});

describe.each(PATHS)('%s refuses', (path) => {
  const own = () => basic(site.adminUsername, site.adminPassword);

  test.each(['GET', 'POST'])('401: %s without a password, with a wrong one, and with a key alone', async (method) => {
    for (const headers of [{}, { authorization: 'Basic %%%' }, { authorization: 'nonsense' }] as Headers[])
      expectRefusal(await ask(method, path, headers), 401, 'accounts.password_needed');
    expectRefusal(await ask(method, path, basic(site.adminUsername, 'no')), 401, 'accounts.sign_in_refused');
    const byKey = await call(method, path, { url: site.url, key: site.adminKey });
    expectRefusal(byKey, 401, 'accounts.password_needed');
    expect(byKey.headers.get('www-authenticate')).toMatch(/^Basic/);
    expect(byKey.body.message).toContain('/api/v2/account/apiKeys/');
  });

  test.each(['GET', 'POST'])('422: %s with a parameter nobody knows', async (method) => {
    const refused = await ask(method, `${path}?unheard=1`, own());
    expectRefusal(refused, 422, 'request.invalid');
    expect(refused.body.errors).toHaveProperty('unheard');
  });

  test('400, 413, 415: POST with a body that cannot be read', () =>
    expectWrongBodiesRefused('POST', path, { url: site.url, key: null, headers: own() }));

  test.each(['GET', 'POST'])('429: %s after many wrong passwords, with the time to wait', async (method) => {
    const { username, password } = await aPerson({}, { url: site.url, key: site.adminKey });
    let slowed = await ask(method, path, basic(username, 'guess'));
    for (let guess = 0; guess < 20 && slowed.status !== 429; guess++)
      slowed = await ask(method, path, basic(username, `guess ${guess}`));
    expectRefusal(slowed, 429, 'accounts.too_many_attempts');
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(method, path, basic(username, password))).status).toBe(429);
  });
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
  const get = (headers: Headers) => ask('GET', '/predApi/v1.0/api_token', { ...named, ...headers });
  expect((await get({})).status).toBe(401);
  expect((await get({ 'X-Service-totpCode': totpCode })).status).toBe(401); // spent by confirming
  const recovery = { 'X-Service-recoveryCode': factor.recoveryCodes[0] };
  const once = await Promise.all([get(recovery), get(recovery), get(recovery)]);
  expect(once.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
  expect(once.find((answer) => answer.status === 200)?.body).toEqual({ api_token: key });
});

test('the old ping answers, and says that it is old', async () => {
  const answer = await ask('GET', '/api/v1/ping', {});
  expect(answer.body.response).toBe('pong');
  expect(answer.headers.get('deprecation')).toBe('true');
});
