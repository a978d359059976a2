import { expect, test } from 'vitest';
import { type AskOptions, servedApp } from '../test/served-app.ts';

const KEY = 'a key for the collector';
const token = KEY.replaceAll(' ', '-');
const closed = await servedApp();
const keyed = await servedApp({ settings: { ALMANAC_METRICS_KEY: token } });
const opened = await servedApp({ settings: { ALMANAC_METRICS_PUBLIC: 'true' } });
const REMOTE = '203.0.113.9';

const status = async (app: typeof closed, options: AskOptions) => (await app.ask('GET /metrics', options)).status;

test('200: a caller on the same machine needs no key', async () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect(await status(closed, { address })).toBe(200);
  }
});

test('401: callers elsewhere, also through a proxy on this machine and with forged headers', async () => {
  expect(await status(closed, { address: REMOTE })).toBe(401);
  const forwarded = [
    { 'x-forwarded-for': REMOTE },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': `127.0.0.1, ${REMOTE}` },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'https' },
  ];
  for (const headers of forwarded) expect(await status(closed, { headers })).toBe(401);
  expect(await status(closed, { address: REMOTE, headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(401);
});

test('200: the key of the settings opens them; account keys, of administrators too, do not', async () => {
  expect(await status(keyed, { address: REMOTE, key: token })).toBe(200);
  expect(await status(keyed, { address: REMOTE, key: `${token}x` })).toBe(401);
  expect(await status(keyed, { address: REMOTE })).toBe(401);
  const admin = await keyed.person({ role: 'admin' });
  const refused = await keyed.ask('GET /metrics', { address: REMOTE, key: admin.key });
  expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('ALMANAC_METRICS_KEY')]);
  expect(await status(closed, { address: REMOTE, key: '' })).toBe(401);
});

test('200: the setting opens them to everybody', async () => {
  expect(await status(opened, { address: REMOTE })).toBe(200);
});
