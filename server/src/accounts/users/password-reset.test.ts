import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { aMailServer } from '../../../test/mail-server.ts';
import { type AskOptions, movableClock, servedApp } from '../../../test/served-app.ts';

const clock = movableClock();
const mail = await aMailServer('250 fine', '550 no such mailbox');
const { ask, person, platform } = await servedApp({ now: clock, settings: { ALMANAC_SMTP_URL: mail.url } });
const admin = await person({ role: 'admin' });
const USE = 'POST /api/v2/passwordReset/';

const create = (id: string, options: AskOptions = {}) =>
  ask(`POST /api/v2/users/${id}/passwordReset/`, { key: admin.key, ...options });
const tokenIn = (link: string) => /#token=(almr[\w-]{43})/.exec(link)?.[1] ?? '';
const linkFor = async (id: string) => tokenIn((await create(id, { body: { delivery: 'link' } })).body.link);
const choose = (token: string, newPassword = 'battery staple', more: object = {}) =>
  ask(USE, { body: { token, newPassword, ...more } });
const signIn = (username: string, password: string, more: object = {}) =>
  ask('POST /api/v2/session/', { body: { username, password, ...more } });
const works = async (caller: AskOptions) => (await ask('GET /api/v2/version/', caller)).status === 200;

test('200, then 204: a link that is handed over sets the password once and ends the sessions', async () => {
  const user = await person();
  const session = await signIn(user.username, 'correct horse');
  const cookie = String(session.headers['set-cookie']).split(';')[0] ?? '';
  const made = await create(user.id);
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({ sentTo: null, link: expect.stringMatching(/\/reset-password#token=almr/) });
  // Until it is used, all is as before.
  expect(await works({ cookie })).toBe(true);
  const token = tokenIn(made.body.link);
  expect((await choose(token)).status).toBe(204);
  expect([await works({ cookie }), await works({ key: user.key })]).toEqual([false, true]);
  expect((await signIn(user.username, 'correct horse')).status).toBe(401);
  expect((await signIn(user.username, 'battery staple')).status).toBe(200);
  const again = await choose(token, 'another staple of mine');
  expect([again.status, again.body.code]).toEqual([403, 'accounts.wrong_reset_token']);
});

test('200: with a mail server and an address the link is mailed and not shown', async () => {
  const user = await person({ email: 'mailed@example.org' });
  const { status, body } = await create(user.id);
  expect([status, body.sentTo, body.link]).toEqual([200, 'mailed@example.org', null]);
  const [message] = mail.mails;
  expect(message?.to).toContain('mailed@example.org');
  // Quoted-printable, as long lines are mailed.
  const text = (message?.text ?? '').replaceAll('=\n', '').replaceAll('=3D', '=');
  const token = tokenIn(text);
  expect((await choose(token)).status).toBe(204);
});

test('409, 502: a mail that cannot be sent is said, with what to do instead', async () => {
  const nowhere = await person();
  const refused = await create(nowhere.id, { body: { delivery: 'mail' } });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('no e-mail address')]);
  const rejected = await person({ email: 'refused@example.org' });
  const notSent = await create(rejected.id);
  expect([notSent.status, notSent.body.message]).toEqual([502, expect.stringContaining('"delivery": "link"')]);
  expect((await create(rejected.id, { body: { delivery: 'link' } })).body.link).toContain('#token=');
});

test('the second factor stays: the new password alone does not sign in', async () => {
  const user = await person();
  const password = 'correct horse';
  const { body } = await ask('POST /api/v2/account/secondFactor/', { key: user.key, body: { password } });
  const code = () => generateSync({ secret: body.secret, epoch: clock().getTime() / 1000 });
  const confirm = { key: user.key, body: { totpCode: code() } };
  expect((await ask('POST /api/v2/account/secondFactor/confirm/', confirm)).status).toBe(204);
  expect((await choose(await linkFor(user.id))).status).toBe(204);
  expect((await signIn(user.username, 'battery staple')).status).toBe(401);
  clock.moveSeconds(30);
  expect((await signIn(user.username, 'battery staple', { totpCode: code() })).status).toBe(200);
});

test('204: keys and the token go when asked for', async () => {
  const user = await person();
  const token = (await ask('GET /api/v2/api_token/', { key: user.key })).body.api_token;
  const more = { revokeApiKeys: true, revokeApiToken: true };
  expect((await choose(await linkFor(user.id), 'battery staple', more)).status).toBe(204);
  expect([await works({ key: user.key }), await works({ key: token })]).toEqual([false, false]);
});

test('403: out of date after a day, replaced by a newer link, and gone with a new password, address or disabling', async () => {
  const statusOf = async (token: string) => (await choose(token)).status;
  const user = await person();
  const old = await linkFor(user.id);
  clock.moveSeconds(24 * 3600);
  expect(await statusOf(old)).toBe(403);
  const first = await linkFor(user.id);
  const second = await linkFor(user.id);
  expect([await statusOf(first), await statusOf(second)]).toEqual([403, 204]);
  for (const change of [{ password: 'nine tall lighthouses' }, { email: 'new@example.org' }, { disabled: true }]) {
    const token = await linkFor(user.id);
    expect((await ask(`PATCH /api/v2/users/${user.id}/`, { key: admin.key, body: change })).status).toBe(200);
    expect(await statusOf(token)).toBe(403);
  }
  expect((await create(user.id)).status).toBe(409);
});

test('a link works once, also when it is used twice at the same moment', async () => {
  const token = await linkFor((await person()).id);
  const statuses = await Promise.all(['one quiet compiler', 'two quiet compilers'].map((word) => choose(token, word)));
  expect(statuses.map(({ status }) => status).sort()).toEqual([204, 403]);
});

test('a password that is refused does not use the link up', async () => {
  const token = await linkFor((await person()).id);
  const weak = await choose(token, 'password1');
  expect([weak.status, weak.body.errors.newPassword]).toEqual([422, expect.stringContaining('most used')]);
  expect((await choose(token)).status).toBe(204);
});

test('only the hash of the secret is stored, and the trail says who made and who used the link', async () => {
  const user = await person();
  const token = await linkFor(user.id);
  const [stored] = await platform.db.queries
    .selectFrom('password_resets')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  expect(stored?.hash).toEqual(platform.secrets.fingerprint(token));
  await choose(token);
  const trail = await platform.db.queries
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('subject', '=', user.id)
    .where('action', 'like', 'password_reset.%')
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { action: 'password_reset.created', actor_id: admin.id },
    { action: 'password_reset.used', actor_id: user.id },
  ]);
});

test('401, 403, 404, 409: who may not make a link, and for whom there is none', async () => {
  const user = await person();
  const elsewhere = await person({ organization: 'Elsewhere' });
  expect((await ask(`POST /api/v2/users/${user.id}/passwordReset/`)).status).toBe(401);
  expect((await create(admin.id, { key: user.key })).status).toBe(403);
  expect((await create(elsewhere.id)).status).toBe(404);
  expect((await create(admin.id)).status).toBe(409);
  const foreign = await ask(USE, {
    body: { token: await linkFor(user.id), newPassword: 'battery staple' },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});
