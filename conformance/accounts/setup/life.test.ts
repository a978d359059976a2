import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { expectRefusal } from '../../support/refusals.ts';

const SETUP = '/api/v2/setup/';
let site: Installation;
let token: string;
beforeAll(async () => {
  const nobody = { ALMANAC_ADMIN_USERNAME: '', ALMANAC_ADMIN_PASSWORD: '', ALMANAC_ADMIN_API_KEY: '' };
  site = await startInstallation({ ALMANAC_WORKERS: '0', ALMANAC_LOG_LEVEL: 'info', ...nobody });
  while (!site.printed().includes('/setup?token=')) await pause(50);
  token = /setup\?token=([\w-]+)/.exec(site.printed())?.[1] ?? '';
});
afterAll(() => site?.stop());

const setUp = (more: object = {}, headers: Record<string, string> = {}) =>
  call('POST', SETUP, {
    url: site.url,
    key: null,
    headers,
    json: { token, username: 'first', password: 'seven quiet compilers', ...more },
  });
const isNeeded = async () => (await call('GET', SETUP, { url: site.url, key: null })).body.needed;

test('the link that the server printed makes the first administrator, once', async () => {
  expect(await isNeeded()).toBe(true);
  const mistyped = await setUp({ token: `${token}x` });
  expectRefusal(mistyped, 403, 'accounts.wrong_setup_token');
  expect(mistyped.body.message).toContain('almanac serve');
  expectRefusal(await setUp({}, { origin: 'https://elsewhere.example' }), 403, 'accounts.other_site');
  expectRefusal(await setUp({ password: 'password' }), 422, 'accounts.wrong_password');
  expect(await isNeeded()).toBe(true);

  const made = await setUp({ email: 'first@corp.example' });
  expect([made.status, made.body]).toEqual([200, expect.objectContaining({ username: 'first', role: 'admin' })]);
  const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
  const me = await call('GET', '/api/v2/account/info/', { url: site.url, key: null, headers: { cookie } });
  expect(me.body).toMatchObject({ username: 'first', email: 'first@corp.example', role: 'admin' });
  expect(await isNeeded()).toBe(false);
  expectRefusal(await setUp({ username: 'second' }), 409, 'accounts.already_set_up');

  const last = await call('PATCH', `/api/v2/users/${me.body.uid}/`, {
    url: site.url,
    key: null,
    headers: { cookie, origin: site.url },
    json: { role: 'user' },
  });
  expectRefusal(last, 409, 'accounts.last_administrator');
  expect(last.body.message).toContain('Make somebody else an administrator first');
});
