import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const PATH = '/api/v2/genai/llmgw/upstreams/';
const { llmUrl } = inject('target');
const anUpstream = (tag: string) => ({
  name: `Own ${tag}`,
  baseUrl: `${llmUrl ?? 'http://127.0.0.1:9/'}v1/`,
  apiKey: `secret-${tag}`,
  models: [{ model: `own/echo-${tag}`, upstreamModel: 'echo', contextSize: 1000, maxCompletionTokens: 100 }],
});

test.skipIf(llmUrl === null)(
  '201, 200, 204: added, called with its key, switched off, deleted; the key is never shown',
  async () => {
    const tag = randomBytes(4).toString('hex');
    const made = await call('POST', PATH, { json: anUpstream(tag) });
    expect([made.status, made.body.hasApiKey, made.text.includes(`secret-${tag}`)]).toEqual([201, true, false]);
    const chat = () =>
      call('POST', '/api/v2/genai/llmgw/chat/completions', {
        json: { model: `own/echo-${tag}`, messages: [{ role: 'user', content: tag }] },
      });
    expect((await chat()).body.choices[0].message.content).toBe(`You said: ${tag}`);
    const { calls } = (await (await fetch(`${llmUrl}state`)).json()) as {
      calls: { authorization: string; body: string }[];
    };
    expect(calls.find(({ body }) => body.includes(tag))?.authorization).toBe(`Bearer secret-${tag}`);
    expect((await call('PATCH', `${PATH}${made.body.id}/`, { json: { isActive: false } })).status).toBe(200);
    expect((await chat()).status).toBe(404);
    expect((await call('GET', `${PATH}${made.body.id}/`)).body.isActive).toBe(false);
    expect((await call('DELETE', `${PATH}${made.body.id}/`)).status).toBe(204);
    expect((await call('GET', `${PATH}${made.body.id}/`)).status).toBe(404);
  },
);

test('403: people who are no administrators; 409: ids and names that are taken; 422: what is no address', async () => {
  const { token: key } = await aPerson();
  const tag = randomBytes(4).toString('hex');
  expect((await call('POST', PATH, { key, json: anUpstream(tag) })).status).toBe(403);
  expect((await call('GET', PATH, { key })).status).toBe(403);
  const { body } = await call('POST', PATH, { json: anUpstream(tag) });
  expect((await call('POST', PATH, { json: { ...anUpstream(tag), name: `Two ${tag}` } })).status).toBe(409);
  const others = { ...anUpstream(tag), models: [{ model: `own/b-${tag}` }] };
  expect((await call('POST', PATH, { json: others })).status).toBe(409);
  for (const baseUrl of ['ftp://x/v1', 'nowhere', 'http://me:secret@x/v1']) {
    expect((await call('POST', PATH, { json: { ...others, name: `Three ${tag}`, baseUrl } })).status).toBe(422);
  }
  await call('DELETE', `${PATH}${body.id}/`);
});
