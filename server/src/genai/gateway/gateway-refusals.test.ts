import { expect, test } from 'vitest';
import { ask, genaiApp } from '../genai.fixtures.ts';

const { chat, person, llm, url } = await genaiApp({ ALMANAC_LLM_TIMEOUT_SECONDS: '1' });
const ada = await person();

test.each([
  ['not json', 400, 'http.wrong_json', null],
  ['', 400, 'invalid_value', 'body'],
  ['[]', 400, 'invalid_value', 'body'],
  [{ messages: [{ role: 'user', content: 'x' }] }, 400, 'invalid_value', 'model'],
  [{ model: 'fake/echo', messages: [] }, 400, 'invalid_value', 'messages'],
  [{ model: 'fake/echo', messages: ['x'] }, 400, 'invalid_value', 'messages'],
  [ask('echo', { stream: 'yes' }), 400, 'invalid_value', 'stream'],
  [ask('echo', { max_tokens: 0 }), 400, 'invalid_value', 'max_tokens'],
  ['{"model":"fake/echo","model":"fake/cut","messages":[{"role":"user"}]}', 400, 'invalid_value', 'model'],
  [ask('nobody'), 404, 'model_not_found', null],
])('%j: refused before anybody is called', async (body, status, code, param) => {
  const reply = await chat(ada.key, body);
  const seen = (await reply.json()) as { error: { code: string; param: string | null; message: string } };
  expect([reply.status, seen.error.code, seen.error.param]).toEqual([status, code, param]);
  expect(llm.calls).toEqual([]);
});

test('404 names the models there are', async () => {
  const { error, message } = (await (await chat(ada.key, ask('nobody'))).json()) as {
    error: { message: string; type: string };
    message: string;
  };
  expect(error.message).toMatch(/"fake\/nobody" was not found in the catalog\. There are: fake\/echo, /);
  expect([error.type, message]).toEqual(['not_found_error', error.message]);
});

test('401 in the same shape', async () => {
  const reply = await chat('wrong', ask('echo'));
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ error: { type: 'authentication_error' } });
});

test('504 when the model says nothing, an error in the stream when it falls silent', async () => {
  const silent = await chat(ada.key, ask('silent'));
  expect([silent.status, await silent.json()]).toMatchObject([504, { error: { code: 'upstream_timeout' } }]);
  const stalled = await chat(ada.key, ask('stalled', { stream: true }));
  expect(await stalled.text()).toMatch(/said nothing for 1 seconds/);
});

test('the address works with a slash at its end and takes no other method', async () => {
  const headers = { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' };
  const address = `${url}/api/v2/genai/llmgw/chat/completions/`;
  const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(ask('echo')) });
  expect(reply.status).toBe(200);
  expect((await fetch(address, { headers })).status).toBe(405);
});
