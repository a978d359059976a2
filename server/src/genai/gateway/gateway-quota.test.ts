import { expect, test } from 'vitest';
import { ask, genaiApp } from '../genai.fixtures.ts';

const { chat, person, url, llm } = await genaiApp();

/** A quota on the gateway of an organization of one's own. */
async function withQuota(rules: object[]) {
  const boss = await person({ role: 'admin', organization: `Limited ${rules.length} ${JSON.stringify(rules)}` });
  const reply = await fetch(`${url}/api/v2/quotas/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${boss.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceType: 'workload', resourceId: 'llmGateway', defaultRules: rules }),
  });
  expect(reply.status).toBe(200);
  return boss.key;
}

test('requests: 429 with the wait, in the shape OpenAI clients read, and nobody is called', async () => {
  const key = await withQuota([{ rule: 'requests', limit: 2, window: 'day' }]);
  const first = await chat(key, ask('echo'));
  expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([200, '2']);
  expect((await chat(key, ask('echo', { stream: true }))).status).toBe(200);
  const seen = llm.calls.length;
  const third = await chat(key, ask('echo'));
  expect([third.status, Number(third.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await third.json()).toMatchObject({ error: { type: 'rate_limit_exceeded', code: 'quota_exceeded' } });
  expect(llm.calls.length).toBe(seen);
});

test('tokens: the worst case is asked for, what was used is what counts', async () => {
  const key = await withQuota([{ rule: 'token', limit: 1000, window: 'day' }]);
  // Six tokens each by the upstream's own count, whether it is streamed or not.
  for (let call = 1; call <= 5; call++) {
    const reply = await chat(key, ask('echo', { max_tokens: 900, stream: call % 2 === 0 }));
    expect(reply.status).toBe(200);
    await reply.text();
    const tooMuch = await chat(key, ask('echo', { max_tokens: 1000 }));
    expect([tooMuch.status, await tooMuch.json()]).toMatchObject([429, { rule: 'token', limit: 1000, used: 6 * call }]);
  }
  expect((await chat(key, ask('echo', { max_tokens: 960 }))).status).toBe(200);
});

test('a call that failed gives its tokens back', async () => {
  const key = await withQuota([{ rule: 'token', limit: 500, window: 'day' }]);
  for (let call = 0; call < 3; call++) expect((await chat(key, ask('picky', { max_tokens: 450 }))).status).toBe(400);
  expect((await chat(key, ask('echo', { max_tokens: 450 }))).status).toBe(200);
});

test('inputSequenceLength: 422, since waiting does not help', async () => {
  const key = await withQuota([{ rule: 'inputSequenceLength', limit: 20 }]);
  expect((await chat(key, ask('echo'))).status).toBe(200);
  const long = { ...ask('echo'), messages: [{ role: 'user', content: 'word '.repeat(100) }] };
  const reply = await chat(key, long);
  expect([reply.status, await reply.json()]).toMatchObject([422, { error: { code: 'context_length_exceeded' } }]);
});

test('concurrentRequests: a place is free again once its stream has ended or its caller has gone', async () => {
  const key = await withQuota([{ rule: 'concurrentRequests', limit: 1 }]);
  const control = new AbortController();
  const held = await chat(key, ask('stalled', { stream: true }), control);
  expect(held.status).toBe(200);
  expect((await chat(key, ask('echo'))).status).toBe(429);
  control.abort();
  await expect.poll(async () => (await chat(key, ask('echo'))).status, { timeout: 20_000 }).toBe(200);
});
