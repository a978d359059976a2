import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { completion } from '../../support/genai.ts';

const PATH = '/api/v2/genai/llmgw/chat/completions';

test.each([PATH, `${PATH}/`])('%s answers as OpenAI does', async (path) => {
  const { status, body, headers } = await call('POST', path, { json: completion('echo') });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(body).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'You said: hello there' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 },
  });
});

test('a stream is events that end in [DONE], with usage only for who asks', async () => {
  const plain = await call('POST', PATH, { json: completion('echo', { stream: true }) });
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(plain.text.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(plain.text).not.toContain('prompt_tokens');
  const json = completion('echo', { stream: true, stream_options: { include_usage: true } });
  expect((await call('POST', PATH, { json })).text).toContain('"total_tokens":6');
});

test('clients may put their own name before the model, or use its llmId', async () => {
  for (const model of ['datarobot/fake/echo', 'fake-echo']) {
    expect((await call('POST', PATH, { json: { ...completion('echo'), model } })).status).toBe(200);
  }
});

test('an answer that breaks off says so in the stream and has no end', async () => {
  for (const model of ['cut', 'error-stream', 'malformed']) {
    const { status, text } = await call('POST', PATH, { json: completion(model, { stream: true }) });
    expect([status, text.includes('[DONE]'), text.includes('"error"')]).toEqual([200, false, true]);
  }
});
