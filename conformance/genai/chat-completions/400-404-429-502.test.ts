import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { completion } from '../../support/genai.ts';

const chat = (json: unknown, more: object = {}) =>
  call('POST', '/api/v2/genai/llmgw/chat/completions', { json, ...more });
const error = (code: string) => ({ error: { message: expect.any(String), type: expect.any(String), code } });

test('400: what is no chat completion, with the field; and what the upstream refuses, in its words', async () => {
  const wrong = await chat({ model: 'fake/echo', messages: 'hello' });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'messages']);
  const picky = await chat(completion('picky'));
  expect([picky.status, picky.body.error.message]).toEqual([400, 'This model takes no temperature']);
});

test('401: without a key, in the same shape', async () => {
  const { status, body } = await chat(completion('echo'), { key: null });
  expect([status, body.error.type]).toEqual([401, 'authentication_error']);
});

test('404: a model nobody has, with those there are', async () => {
  const { status, body } = await chat(completion('nobody'));
  expect([status, body]).toMatchObject([404, error('model_not_found')]);
  expect(body.message).toMatch(/not found in the catalog.*fake\/echo/);
});

test('429: the upstream’s own, with its wait', async () => {
  const { status, body, headers } = await chat(completion('busy'));
  expect([status, headers.get('retry-after'), body]).toMatchObject([429, '30', error('upstream_rate_limited')]);
});

test('502: an upstream that fails or answers nonsense', async () => {
  expect(await chat(completion('broken'))).toMatchObject({ status: 502, body: error('upstream_failed') });
  expect(await chat(completion('malformed'))).toMatchObject({ status: 502, body: error('upstream_malformed') });
});
