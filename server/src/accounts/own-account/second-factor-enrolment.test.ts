import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';

const clock = movableClock();
const { ask, person, platform } = await servedApp({ now: clock });
const PATH = '/api/v2/account/secondFactor/';
const password = 'correct horse';
const codeNow = (secret: string, stepsAway = 0) =>
  generateSync({ secret, epoch: clock().getTime() / 1000 + stepsAway * 30 });

async function enrolUser() {
  const owner = await person();
  const { body } = await ask(`POST ${PATH}`, { key: owner.key, body: { password } });
  await ask(`POST ${PATH}confirm/`, { key: owner.key, body: { totpCode: codeNow(body.secret) } });
  clock.moveSeconds(30);
  return { ...owner, secret: body.secret as string, recoveryCodes: body.recoveryCodes as string[] };
}

const signIn = (username: string, more: object = {}, password = 'correct horse') =>
  ask('POST /api/v2/session/', { body: { username, password, ...more } });

test('200, then 204: enrolled, confirmed with a code, and from then on asked for', async () => {
  const { key, username } = await person();
  const begun = await ask(`POST ${PATH}`, { key, body: { password } });
  expect(begun.status).toBe(200);
  expect(begun.body.otpauthUri).toContain(begun.body.secret);
  expect(new Set(begun.body.recoveryCodes).size).toBe(10);
  expect((await signIn(username)).status).toBe(200);
  const confirmed = await ask(`POST ${PATH}confirm/`, { key, body: { totpCode: codeNow(begun.body.secret) } });
  expect(confirmed.status).toBe(204);
  expect((await ask('GET /api/v2/account/info/', { key })).body.secondFactor).toBe(true);
  expect((await signIn(username)).status).toBe(401);
  clock.moveSeconds(30);
  expect((await signIn(username, { totpCode: codeNow(begun.body.secret) })).status).toBe(200);
});

test('missing factor, wrong factor and wrong password are refused alike', async () => {
  const { username, secret } = await enrolUser();
  const good = codeNow(secret);
  const refusals = [
    await signIn(username),
    await signIn(username, { totpCode: good === '000000' ? '000001' : '000000' }),
    await signIn(username, { totpCode: good }, 'wrong'),
    await signIn(username, { recoveryCode: 'aaaaa-bbbbb' }),
  ];
  for (const refusal of refusals) expect([refusal.status, refusal.body]).toEqual([401, refusals[0]?.body]);
  // The good code that came with a wrong password was not used up.
  expect((await signIn(username, { totpCode: good })).status).toBe(200);
});

test('a code works once, also when it is sent many times at the same moment', async () => {
  const { username, secret } = await enrolUser();
  const totpCode = codeNow(secret);
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await signIn(username, { totpCode })).status));
  expect(statuses.sort()).toEqual([200, 401, 401, 401]);
});

test('the code that confirmed does not sign in as well', async () => {
  const { key, username } = await person();
  const { body } = await ask(`POST ${PATH}`, { key, body: { password } });
  const totpCode = codeNow(body.secret);
  await ask(`POST ${PATH}confirm/`, { key, body: { totpCode } });
  expect((await signIn(username, { totpCode })).status).toBe(401);
});

test('clocks may be one step apart, not two', async () => {
  const { username, secret } = await enrolUser();
  clock.moveSeconds(300);
  expect((await signIn(username, { totpCode: codeNow(secret, -2) })).status).toBe(401);
  expect((await signIn(username, { totpCode: codeNow(secret, -1) })).status).toBe(200);
  expect((await signIn(username, { totpCode: codeNow(secret, 1) })).status).toBe(200);
});

test('a recovery code works once, however it is typed', async () => {
  const { username, recoveryCodes } = await enrolUser();
  const recoveryCode = recoveryCodes[3]?.toUpperCase().replace('-', ' ');
  const statuses = await Promise.all([1, 2, 3].map(async () => (await signIn(username, { recoveryCode })).status));
  expect(statuses.sort()).toEqual([200, 401, 401]);
  expect((await signIn(username, { recoveryCode: recoveryCodes[4] })).status).toBe(200);
});

test('the token route asks for the factor too', async () => {
  const { username, secret } = await enrolUser();
  const body = { username, password: 'correct horse' };
  expect((await ask('POST /api/v2/api_token/', { body })).status).toBe(401);
  const ok = await ask('POST /api/v2/api_token/', { body: { ...body, totpCode: codeNow(secret) } });
  expect(ok.status).toBe(200);
});

test('204: removed against a code or a recovery code; afterwards nobody asks for it', async () => {
  const one = await enrolUser();
  expect((await ask(`DELETE ${PATH}`, { key: one.key, body: { password, totpCode: '12345' } })).status).toBe(422);
  expect(
    (await ask(`DELETE ${PATH}`, { key: one.key, body: { password, totpCode: codeNow(one.secret) } })).status,
  ).toBe(204);
  expect((await signIn(one.username)).status).toBe(200);
  const two = await enrolUser();
  const removed = await ask(`DELETE ${PATH}`, { key: two.key, body: { password, recoveryCode: two.recoveryCodes[0] } });
  expect(removed.status).toBe(204);
  const rows = await platform.db.queries
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', two.id)
    .execute();
  expect(rows).toEqual([]);
});

test('422: an API key, a token or a session alone neither begins with a second factor nor removes it', async () => {
  const { key, username } = await person();
  const signed = await signIn(username);
  const cookie = String(signed.headers['set-cookie']).split(';')[0] ?? '';
  const token = (await ask('GET /api/v2/api_token/', { key })).body.api_token;
  const browser = { cookie, headers: { 'sec-fetch-site': 'same-origin' } };
  for (const caller of [{ key }, { key: token }, browser]) {
    expect((await ask(`POST ${PATH}`, caller)).status).toBe(422);
    const wrong = await ask(`POST ${PATH}`, { ...caller, body: { password: 'a guess' } });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'accounts.wrong_present_password']);
  }
  const stored = await platform.db.queries.selectFrom('second_factors').selectAll().execute();
  const { id } = (await ask('GET /api/v2/account/info/', { key })).body;
  expect(stored.filter((row) => row.user_id === id)).toEqual([]);

  const owner = await enrolUser();
  const code = { totpCode: codeNow(owner.secret) };
  expect((await ask(`DELETE ${PATH}`, { key: owner.key, body: code })).status).toBe(422);
  const guessed = await ask(`DELETE ${PATH}`, { key: owner.key, body: { password: 'a guess', ...code } });
  expect([guessed.status, guessed.body.code]).toEqual([422, 'accounts.wrong_present_password']);
  // The code that came with a wrong password was not used up.
  expect((await ask(`DELETE ${PATH}`, { key: owner.key, body: { password, ...code } })).status).toBe(204);
});

test('401, 404, 409, 422, 429: what the routes refuse', async () => {
  const { key } = await person();
  expect((await ask(`POST ${PATH}`)).status).toBe(401);
  expect((await ask(`POST ${PATH}confirm/`, { key, body: { totpCode: '123456' } })).status).toBe(404);
  expect((await ask(`DELETE ${PATH}`, { key, body: { password, totpCode: '123456' } })).status).toBe(404);
  expect((await ask(`DELETE ${PATH}`, { key, body: { password } })).status).toBe(422);
  const { key: enrolledKey } = await enrolUser();
  expect((await ask(`POST ${PATH}`, { key: enrolledKey, body: { password } })).status).toBe(409);
  const wrong = async () =>
    (await ask(`DELETE ${PATH}`, { key: enrolledKey, body: { password, totpCode: 'x' } })).status;
  expect([await wrong(), await wrong(), await wrong(), await wrong(), await wrong(), await wrong()]).toEqual([
    422, 422, 422, 422, 422, 429,
  ]);
});
