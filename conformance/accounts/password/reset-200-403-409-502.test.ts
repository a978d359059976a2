import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';

const RESET = '/api/v2/passwordReset/';
/** With a mail server that nobody answers at; the shared server has none. */
let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_WORKERS: '0', ALMANAC_SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterAll(() => site?.stop());

const at = () => ({ url: site.url, key: site.adminKey });
const link = (id: string, delivery?: string, options: object = at()) =>
  call('POST', `/api/v2/users/${id}/passwordReset/`, { ...options, ...(delivery ? { json: { delivery } } : {}) });

test('409: whose link cannot be made or sent, with what to do instead', async () => {
  const [plain, disabled] = [await aPerson({}, at()), await aPerson({}, at())];
  const noAddress = await link(plain.id, 'mail');
  expectRefusal(noAddress, 409, 'accounts.reset_without_address');
  expect(noAddress.body.message).toContain('{"delivery": "link"}');
  const { body: me } = await call('GET', '/api/v2/account/info/', at());
  const own = await link(me.uid);
  expectRefusal(own, 409, 'accounts.reset_of_own_account');
  expect(own.body.message).toContain('POST account/password/');
  await call('PATCH', `/api/v2/users/${disabled.id}/`, { ...at(), json: { disabled: true } });
  expectRefusal(await link(disabled.id), 409, 'accounts.reset_of_disabled_account');
});

test('409: no mail server is set, with the setting', async () => {
  const { id, username } = await aPerson();
  await call('PATCH', `/api/v2/users/${id}/`, { json: { email: `${username}@corp.example` } });
  const refused = await link(id, 'mail', {});
  expectRefusal(refused, 409, 'accounts.reset_without_mail_server');
  expect(refused.body.message).toContain('ALMANAC_SMTP_URL');
});

test('200, 502: a mail that could not be sent, and the link to hand over in its place', async () => {
  const { id } = await aPerson({ email: 'ann@corp.example' }, at());
  const refused = await link(id);
  expectRefusal(refused, 502, 'accounts.reset_not_sent');
  expect(refused.body.message).toContain('ann@corp.example');
  expect((await link(id, 'link')).body).toMatchObject({ sentTo: null, link: expect.stringContaining('token=') });
});

test('403: a page of another site neither chooses a password nor signs anybody in', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const ask = (path: string, json: object) => call('POST', path, { url: site.url, key: null, headers, json });
  expectRefusal(await ask(RESET, { token: 'x', newPassword: 'nine tall lighthouses' }), 403, 'accounts.other_site');
  const json = { username: site.adminUsername, password: site.adminPassword };
  expectRefusal(await ask('/api/v2/session/', json), 403, 'accounts.other_site');
});
