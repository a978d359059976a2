import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const TOKEN = '/api/v2/api_token/';

test('an account has one token from birth, and GET returns it', async () => {
  const { token } = await aPerson();
  const { status, body, headers } = await call('GET', TOKEN, { key: token });
  expect(status).toBe(200);
  expect(body).toEqual({ api_token: token });
  expect(headers.get('deprecation')).toBe('true');
});

test('POST with credentials replaces it and the old one stops at once, on both APIs', async () => {
  const { username, password, token: old } = await aPerson();
  const { body } = await call('POST', TOKEN, { key: null, json: { username, password } });
  expect(body.api_token).not.toBe(old);
  expect((await call('GET', '/api/v2/account/info/', { key: old })).status).toBe(401);
  expect((await call('GET', '/api/v2/account/info/', { key: body.api_token })).status).toBe(200);
  expect((await call('GET', TOKEN, { key: body.api_token })).body.api_token).toBe(body.api_token);
});

test('replaced by many at once, exactly one token is left', async () => {
  const { username, password } = await aPerson();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => call('POST', TOKEN, { key: null, json: { username, password } })),
  );
  const tokens = replies.map((reply) => reply.body.api_token as string);
  const alive = await Promise.all(tokens.map((key) => call('GET', '/api/v2/version/', { key })));
  expect(new Set(tokens).size).toBe(5);
  expect(alive.filter((reply) => reply.status === 200)).toHaveLength(1);
});

test('credentials may come as form fields', async () => {
  const { username, password } = await aPerson();
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  for (const body of [form, new URLSearchParams({ username, password }).toString()]) {
    const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const answer = await call('POST', TOKEN, { key: null, body, headers });
    expect(answer.status).toBe(200);
    expect((await call('GET', '/api/v2/version/', { key: answer.body.api_token })).status).toBe(200);
  }
});
