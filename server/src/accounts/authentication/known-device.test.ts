import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { type Asked, movableClock, servedApp } from '../../../test/served-app.ts';

const clock = movableClock();
const settings = { ALMANAC_UPGRADED: 'true' };
const { ask, person } = await servedApp({ now: clock, settings });
const PASSWORD = 'correct horse';

let address = 0;
const freshAddress = () => `198.51.100.${++address}`;
const signIn = (username: string, from: string, cookie = '', more: object = {}) =>
  ask('POST /api/v2/session/', { body: { username, password: PASSWORD, ...more }, address: from, cookie });

/** The cookie that stays after signing out. */
function deviceOf({ headers }: Asked): string {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String);
  return cookies.find((one) => one.startsWith('almanac_device='))?.split(';')[0] ?? '';
}

/** Somebody else guesses until the account is closed to everybody unknown. */
async function attack(username: string): Promise<void> {
  let status = 0;
  for (let guess = 0; guess < 40 && status !== 429; guess++) {
    status = (await signIn(username, freshAddress(), '', { password: 'wrong' })).status;
  }
  expect(status).toBe(429);
}

test('200: on a known device the owner signs in while others guess from many addresses', async () => {
  const { username } = await person();
  const device = deviceOf(await signIn(username, freshAddress()));
  await attack(username);
  expect((await signIn(username, freshAddress())).status).toBe(429);
  expect((await signIn(username, freshAddress(), device)).status).toBe(200);
});

test('429: guesses on a known device have a budget of their own, and nobody else’s counts in it', async () => {
  const { username } = await person();
  const device = deviceOf(await signIn(username, freshAddress()));
  await attack(username);
  const wrong = async () => (await signIn(username, freshAddress(), device, { password: 'wrong' })).status;
  const statuses = [];
  for (let guess = 0; guess < 6; guess++) statuses.push(await wrong());
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  clock.moveSeconds(1);
  expect((await signIn(username, freshAddress(), device)).status).toBe(200);
});

test('429: the device of one account is unknown to another, and so is one that was changed or is a year old', async () => {
  const mine = await person();
  const other = await person();
  const device = deviceOf(await signIn(mine.username, freshAddress()));
  await attack(other.username);
  expect((await signIn(other.username, freshAddress(), device)).status).toBe(429);
  await attack(mine.username);
  const [id = '', issued = '', signature = ''] = device.replace('almanac_device=', '').split('.');
  const forged = [
    `almanac_device=${id}.${Number(issued) + 1}.${signature}`,
    `almanac_device=${'A'.repeat(22)}.${issued}.${signature}`,
    `almanac_device=${id}.${issued}.${'A'.repeat(43)}`,
    'almanac_device=~~..~',
  ];
  for (const cookie of forged) expect((await signIn(mine.username, freshAddress(), cookie)).status).toBe(429);
  clock.moveSeconds(366 * 24 * 3600);
  await attack(mine.username);
  expect((await signIn(mine.username, freshAddress(), device)).status).toBe(429);
});

test('a browser that two people share knows both of them', async () => {
  const one = await person();
  const two = await person();
  const first = deviceOf(await signIn(one.username, freshAddress()));
  const both = deviceOf(await signIn(two.username, freshAddress(), first));
  await attack(one.username);
  await attack(two.username);
  expect((await signIn(one.username, freshAddress(), both)).status).toBe(200);
  expect((await signIn(two.username, freshAddress(), both)).status).toBe(200);
});

test('200: HTTP Basic keeps working at a known network address, not at others', async () => {
  const { username } = await person();
  const line = 'GET /predApi/v1.0/api_token';
  const basic = [username, PASSWORD] as const;
  const home = freshAddress();
  expect((await ask(line, { basic, address: home })).status).toBe(200);
  await attack(username);
  expect((await ask(line, { basic, address: home })).status).toBe(200);
  expect((await ask(line, { basic, address: freshAddress() })).status).toBe(429);
});

test('200: codes of the second factor are counted the same way', async () => {
  const owner = await person();
  const cookies = await signIn(owner.username, freshAddress());
  const device = deviceOf(cookies);
  const PATH = '/api/v2/account/secondFactor/';
  const { body } = await ask(`POST ${PATH}`, { key: owner.key, body: { password: PASSWORD } });
  await attack(owner.username);
  const code = (stepsAway = 0) =>
    generateSync({ secret: body.secret, epoch: clock().getTime() / 1000 + stepsAway * 30 });
  const confirm = (more: object) =>
    ask(`POST ${PATH}confirm/`, { key: owner.key, body: { totpCode: code() }, address: freshAddress(), ...more });
  expect((await confirm({})).status).toBe(429);
  expect((await confirm({ cookie: device })).status).toBe(204);
  const signed = await signIn(owner.username, freshAddress(), device, { totpCode: code(1) });
  expect(signed.status).toBe(200);
});
