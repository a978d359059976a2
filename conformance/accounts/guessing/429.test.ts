import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';

const FACTOR = '/api/v2/account/secondFactor/';
const CONFIRM = `${FACTOR}confirm/`;

/** Of its own: who guesses slows down everybody at the same address. */
let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_WORKERS: '0' });
});
afterAll(() => site?.stop());

const someone = () => aPerson({}, { url: site.url, key: site.adminKey });
const asked = (who: Person, method: string, path: string, json: object) =>
  call(method, path, { url: site.url, key: who.token, json });

/** Guesses until it is slowed: before, every guess is told to be wrong. */
async function expectSlowed(guess: (wrong: string) => Promise<Answer>, status: number, code: string): Promise<void> {
  expectRefusal(await guess('100000'), status, code);
  for (let at = 1; at < 20; at++) {
    const answer = await guess(String(100_000 + at));
    if (answer.status === status) continue;
    expectRefusal(answer, 429, 'accounts.too_many_attempts');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    return;
  }
  expect.unreachable('nobody was slowed');
}

test('429: guessing the present password where it is changed, also for whoever holds a key', async () => {
  const who = await someone();
  const change = (password: string) =>
    asked(who, 'POST', '/api/v2/account/password/', { password, newPassword: 'seven quiet compilers' });
  await expectSlowed(change, 422, 'accounts.wrong_present_password');
  expect((await change(who.password)).status).toBe(429);
});

test('429: guessing it where a second factor begins', async () => {
  const who = await someone();
  await expectSlowed((password) => asked(who, 'POST', FACTOR, { password }), 422, 'accounts.wrong_present_password');
});

test('429: guessing the code that confirms a second factor', async () => {
  const who = await someone();
  expectRefusal(await asked(who, 'POST', CONFIRM, { totpCode: '123456' }), 404, 'accounts.no_second_factor');
  expect((await asked(who, 'POST', FACTOR, { password: who.password })).status).toBe(200);
  await expectSlowed((totpCode) => asked(who, 'POST', CONFIRM, { totpCode }), 422, 'accounts.wrong_code');
});

test('404, 409, 422, 429: a second factor that is not there, there already, and guessed at to be removed', async () => {
  const who = await someone();
  const { password } = who;
  const remove = (totpCode: string) => asked(who, 'DELETE', FACTOR, { password, totpCode });
  expectRefusal(await remove('123456'), 404, 'accounts.no_second_factor');
  const { body } = await asked(who, 'POST', FACTOR, { password });
  const totpCode = await generate({ secret: body.secret });
  expect((await asked(who, 'POST', CONFIRM, { totpCode })).status).toBe(204);
  expectRefusal(await asked(who, 'POST', FACTOR, { password }), 409, 'accounts.second_factor_exists');
  expectRefusal(await asked(who, 'POST', CONFIRM, { totpCode }), 409, 'accounts.second_factor_exists');
  await expectSlowed(remove, 422, 'accounts.wrong_present_password');
});
