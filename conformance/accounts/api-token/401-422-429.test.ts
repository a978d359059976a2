import { expect, inject, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { expectRefusal, expectWrongBodiesRefused } from '../../support/refusals.ts';

const TOKEN = '/api/v2/api_token/';
const ask = (json: unknown) => call('POST', TOKEN, { key: null, json });

test('401: a wrong password and an unknown name look the same', async () => {
  const { username } = await aPerson();
  const wrong = await ask({ username, password: 'not this one' });
  const unknown = await ask({ username: `${username}-nobody`, password: 'not this one' });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(wrong.body).toEqual(unknown.body);
});

test('422: a missing or unknown field is named', async () => {
  expect((await ask({ username: 'x' })).body.errors).toHaveProperty('password');
  expect((await ask({ username: 'x', password: 'y', pin: 1 })).body.errors).toHaveProperty('pin');
});

test('429: guessing is slowed, with the time to wait, and the right password has to wait as well', async () => {
  const { username, password } = await aPerson();
  const answers = [];
  for (let guess = 0; guess < 20; guess++) answers.push(await ask({ username, password: `guess ${guess}` }));
  const slowed = answers.find((answer) => answer.status === 429);
  expect(slowed).toBeDefined();
  expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask({ username, password })).status).toBe(429);
});

test('401: a disabled account is told what an unknown one is told, and its token stops', async () => {
  const { id, username, password, token } = await aPerson();
  expect((await call('PATCH', `/api/v2/users/${id}/`, { json: { disabled: true } })).status).toBe(200);
  const disabled = await ask({ username, password });
  const unknown = await ask({ username: `${username}-nobody`, password });
  expect([disabled.status, disabled.body]).toEqual([401, unknown.body]);
  expect((await call('GET', '/api/v2/version/', { key: token })).status).toBe(401);
});

test('401: GET without credentials, and POST with nothing but a key, is not enough', async () => {
  expect((await call('GET', TOKEN, { key: null })).status).toBe(401);
  expect((await call('POST', TOKEN, { json: {} })).status).toBe(422);
});

test('401, 429: GET with a wrong password, and with many', async () => {
  const { username, password } = await aPerson();
  const ask = (secret: string) => call('GET', TOKEN, { key: null, headers: basic(username, secret) });
  expectRefusal(await ask('not this one'), 401, 'accounts.sign_in_refused');
  expect((await ask(password)).status).toBe(200);
  let slowed = await ask('guess');
  for (let guess = 0; guess < 20 && slowed.status !== 429; guess++) slowed = await ask(`guess ${guess}`);
  expectRefusal(slowed, 429, 'accounts.too_many_attempts');
});

test('400, 413, 415: POST with a body that cannot be read, before anybody signed in', () =>
  expectWrongBodiesRefused('POST', TOKEN, { url: inject('target').url, key: null }));
