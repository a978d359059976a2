import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';

const clock = movableClock();
const { ask, person, platform } = await servedApp({ now: clock });
const PATH = '/api/v2/account/secondFactor/';
const codeNow = (secret: string, stepsAway = 0) =>
  generateSync({ secret, epoch: clock().getTime() / 1000 + stepsAway * 30 });

async function enrolled() {
  const owner = await person();
  const { body } = await ask(`POST ${PATH}`, { key: owner.key });
  await ask(`POST ${PATH}confirm/`, { key: owner.key, body: { totpCode: codeNow(body.secret) } });
  clock.moveSeconds(30);
  return { ...owner, secret: body.secret as string, recoveryCodes: body.recoveryCodes as string[] };
}

const signIn = (username: string, more: object = {}, password = 'correct horse') =>
  ask('POST /api/v2/session/', { body: { username, password, ...more } });

test('200, then 204: enrolled, confirmed with a code, and from then on asked for', async () => {
  const { key, username } = await person();
  const begun = await ask(`POST ${PATH}`, { key });
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
  const { username, secret } = await enrolled();
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
  const { username, secret } = await enrolled();
  const totpCode = codeNow(secret);
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await signIn(username, { totpCode })).status));
  expect(statuses.sort()).toEqual([200, 401, 401, 401]);
});

test('the code that confirmed does not sign in as well', async () => {
  const { key, username } = await person();
  const { body } = await ask(`POST ${PATH}`, { key });
  const totpCode = codeNow(body.secret);
  await ask(`POST ${PATH}confirm/`, { key, body: { totpCode } });
  expect((await signIn(username, { totpCode })).status).toBe(401);
});

test('clocks may be one step apart, not two', async () => {
  const { username, secret } = await enrolled();
  clock.moveSeconds(300);
  expect((await signIn(username, { totpCode: codeNow(secret, -2) })).status).toBe(401);
  expect((await signIn(username, { totpCode: codeNow(secret, -1) })).status).toBe(200);
  expect((await signIn(username, { totpCode: codeNow(secret, 1) })).status).toBe(200);
});

test('a recovery code works once, however it is typed', async () => {
  const { username, recoveryCodes } = await enrolled();
  const recoveryCode = recoveryCodes[3]?.toUpperCase().replace('-', ' ');
  const statuses = await Promise.all([1, 2, 3].map(async () => (await signIn(username, { recoveryCode })).status));
  expect(statuses.sort()).toEqual([200, 401, 401]);
  expect((await signIn(username, { recoveryCode: recoveryCodes[4] })).status).toBe(200);
});

test('the token route asks for the factor too', async () => {
  const { username, secret } = await enrolled();
  const body = { username, password: 'correct horse' };
  expect((await ask('POST /api/v2/api_token/', { body })).status).toBe(401);
  const ok = await ask('POST /api/v2/api_token/', { body: { ...body, totpCode: codeNow(secret) } });
  expect(ok.status).toBe(200);
});

test('204: removed against a code or a recovery code; afterwards nobody asks for it', async () => {
  const one = await enrolled();
  expect((await ask(`DELETE ${PATH}`, { key: one.key, body: { totpCode: '12345' } })).status).toBe(422);
  expect((await ask(`DELETE ${PATH}`, { key: one.key, body: { totpCode: codeNow(one.secret) } })).status).toBe(204);
  expect((await signIn(one.username)).status).toBe(200);
  const two = await enrolled();
  const removed = await ask(`DELETE ${PATH}`, { key: two.key, body: { recoveryCode: two.recoveryCodes[0] } });
  expect(removed.status).toBe(204);
  const rows = await platform.db.queries
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', two.id)
    .execute();
  expect(rows).toEqual([]);
});

test('401, 404, 409, 422, 429: what the routes refuse', async () => {
  const { key } = await person();
  expect((await ask(`POST ${PATH}`)).status).toBe(401);
  expect((await ask(`POST ${PATH}confirm/`, { key, body: { totpCode: '123456' } })).status).toBe(404);
  expect((await ask(`DELETE ${PATH}`, { key, body: { totpCode: '123456' } })).status).toBe(404);
  expect((await ask(`DELETE ${PATH}`, { key, body: {} })).status).toBe(422);
  const { key: enrolledKey } = await enrolled();
  expect((await ask(`POST ${PATH}`, { key: enrolledKey })).status).toBe(409);
  const wrong = async () => (await ask(`DELETE ${PATH}`, { key: enrolledKey, body: { totpCode: 'x' } })).status;
  expect([await wrong(), await wrong(), await wrong(), await wrong(), await wrong(), await wrong()]).toEqual([
    422, 422, 422, 422, 422, 429,
  ]);
});
