import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { ask, genaiApp, heard } from '../genai.fixtures.ts';

const app = await genaiApp();
const { chat, llm, calls, person } = app;
const ada = await person();
const lastRequest = () => JSON.parse(llm.calls.at(-1)?.body ?? '{}') as Record<string, unknown>;

test('200: the upstream is called by its own name and our key, and its bytes are the answer', async () => {
  const reply = await chat(ada.key, ask('echo', { seed: 1 }));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
  const body = (await reply.json()) as { choices: { message: { content: string } }[]; usage: object };
  expect(body.choices[0]?.message.content).toBe('You said: hello there');
  expect(body.usage).toEqual({ prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 });
  expect(llm.calls.at(-1)).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer upstream-key' });
  expect(lastRequest()).toMatchObject({ model: 'echo', seed: 1 });
});

test('what the caller wrote goes on byte for byte, but for the name of the model', async () => {
  const odd =
    '{ "seed":9007199254740993,"messages" : [{"role":"user","content":[{"type":"text","text":"\\u0041 \\"model\\": x"},' +
    '{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}],\n "mod\\u0065l":"datarobot/fake/echo" , "x_own":[1.50]}';
  const reply = await chat(ada.key, odd);
  expect(reply.status).toBe(200);
  const expected = odd.replace('"datarobot/fake/echo"', '"echo"');
  expect(llm.calls.at(-1)?.body).toBe(expected);
  const { system_fingerprint } = (await reply.json()) as { system_fingerprint: string };
  expect(system_fingerprint).toBe(createHash('sha256').update(expected).digest('hex'));
});

test('200, streamed: the usage is asked for and kept from callers who did not ask', async () => {
  const reply = await chat(ada.key, ask('echo', { stream: true }));
  expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(heard(await reply.text())).toEqual({ words: 'You said: hello there', ended: true, error: null, usage: null });
  expect(lastRequest().stream_options).toEqual({ include_usage: true });
  const asking = await chat(ada.key, ask('echo', { stream: true, stream_options: { include_usage: true, x: 1 } }));
  expect(heard(await asking.text()).usage).toMatchObject({ total_tokens: 6 });
  expect(lastRequest().stream_options).toEqual({ include_usage: true, x: 1 });
});

test('tools are passed on and their calls come back, streamed or not', async () => {
  const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];
  const whole = (await (await chat(ada.key, ask('echo', { tools }))).json()) as { choices: { message: object }[] };
  const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Köln"}' } };
  expect(whole.choices[0]?.message).toMatchObject({ tool_calls: [call] });
  const text = await (await chat(ada.key, ask('echo', { tools, stream: true }))).text();
  expect(text).toContain('Köln');
  expect(lastRequest().tools).toEqual(tools);
});

test.each(['no-usage', 'no-end', 'shredded'])('a stream that is %s is whole and counted', async (model) => {
  const before = await calls(ada.key);
  const reply = await chat(ada.key, ask(model, { stream: true }));
  expect(heard(await reply.text())).toEqual({ words: 'You said: hello there', ended: true, error: null, usage: null });
  expect(await calls(ada.key)).toBe(before + 1);
});

test.each([
  ['busy', 429, 'upstream_rate_limited'],
  ['broken', 502, 'upstream_failed'],
  ['picky', 400, 'unsupported_value'],
  ['unauthorized', 502, 'upstream_refused_key'],
])('%s: %i in the shape clients know, and not counted', async (model, status, code) => {
  const before = await calls(ada.key);
  for (const stream of [false, true]) {
    const reply = await chat(ada.key, ask(model, { stream }));
    expect(reply.status).toBe(status);
    const { error, message } = (await reply.json()) as { error: { message: string; code: string }; message: string };
    expect([error.code, error.message]).toEqual([code, message]);
  }
  expect(await calls(ada.key)).toBe(before);
});

test('the patience an upstream asks for is told to the caller when it is long', async () => {
  const reply = await chat(ada.key, ask('busy'));
  expect(reply.headers.get('retry-after')).toBe('30');
});

test.each(['busy-once', 'dropped-once'])('%s: tried again before the first byte', async (model) => {
  for (const stream of [false, true]) {
    const reply = await chat(ada.key, ask(model, { stream, user: `${model} ${stream}` }));
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('said');
  }
});

test.each(['cut', 'error-stream', 'malformed'])(
  '%s after the first byte: an error in the stream, no end mark, not counted',
  async (model) => {
    const before = await calls(ada.key);
    const seen = llm.calls.length;
    const reply = await chat(ada.key, ask(model, { stream: true }));
    expect(reply.status).toBe(200);
    const text = (await reply.text()).replace(/^<html>.*<\/html>\s*/, '');
    expect(heard(text)).toMatchObject({ ended: false, error: expect.stringMatching(/\S/) });
    expect(llm.calls.length).toBe(seen + 1);
    expect(await calls(ada.key)).toBe(before);
  },
);

test.each(['cut', 'malformed'])('%s, not streamed: 502', async (model) => {
  const reply = await chat(ada.key, ask(model));
  expect(reply.status).toBe(502);
});

test.each(['silent', 'stalled'])('%s: when the caller hangs up, so do we, and nothing is counted', async (model) => {
  const [before, left] = [await calls(ada.key), llm.hungUp()];
  const control = new AbortController();
  const asked = chat(ada.key, ask(model, { stream: true }), control);
  const gone = asked.then((reply) => reply.text()).catch((error: Error) => error.name);
  await eventually(async () => llm.open() === 1);
  if (model === 'stalled') await asked;
  control.abort();
  await gone;
  await eventually(async () => llm.open() === 0 && llm.hungUp() === left + 1);
  expect(await calls(ada.key)).toBe(before);
});
