import OpenAI from 'openai';
import { describe, expect, inject, test } from 'vitest';
import { llmCalls } from '../support/genai.ts';
import { aPerson } from '../support/people.ts';

const { url } = inject('target');
const { token } = await aPerson();
const client = new OpenAI({ apiKey: token, baseURL: `${url}/api/v2/genai/llmgw`, maxRetries: 0 });
const messages = [{ role: 'user' as const, content: 'hello there' }];

describe('the official OpenAI client', () => {
  test('the models there are', async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toContain('fake/echo');
  });

  test('a completion, a stream with its usage, and tools', async () => {
    const whole = await client.chat.completions.create({ model: 'fake/echo', messages });
    expect(whole.choices[0]?.message.content).toBe('You said: hello there');
    const stream = await client.chat.completions.create({
      model: 'fake/echo',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    let words = '';
    let tokens: number | undefined;
    for await (const chunk of stream) {
      words += chunk.choices[0]?.delta.content ?? '';
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    expect([words, tokens]).toEqual(['You said: hello there', 6]);
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];
    const called = await client.chat.completions.create({ model: 'fake/echo', messages, tools });
    expect(called.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'weather' } });
    expect(await llmCalls(token)).toBe(3);
  });

  test('its own helper that puts a stream together, with pictures in the question', async () => {
    const parts = [
      { type: 'text' as const, text: 'what is this' },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } },
    ];
    const runner = client.chat.completions.stream({ model: 'fake/echo', messages: [{ role: 'user', content: parts }] });
    expect(await runner.finalContent()).toBe('You said: what is this ');
  });

  test('refusals become its own kinds of error, and an answer that breaks off is one', async () => {
    const create = (model: string) => client.chat.completions.create({ model, messages });
    await expect(create('fake/nobody')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(create('fake/picky')).rejects.toMatchObject({ status: 400, code: 'unsupported_value' });
    await expect(create('fake/busy')).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    await expect(create('fake/broken')).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    const wrong = new OpenAI({ apiKey: 'wrong', baseURL: client.baseURL, maxRetries: 0 });
    await expect(wrong.chat.completions.create({ model: 'fake/echo', messages })).rejects.toBeInstanceOf(
      OpenAI.AuthenticationError,
    );
    for (const model of ['fake/cut', 'fake/error-stream']) {
      const stream = await client.chat.completions.create({ model, messages, stream: true });
      const read = async () => {
        for await (const _ of stream);
      };
      await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError);
    }
  });
});
