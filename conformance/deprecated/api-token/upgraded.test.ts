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
