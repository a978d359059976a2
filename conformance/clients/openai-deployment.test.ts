import OpenAI from 'openai';
import { describe, expect, inject, test } from 'vitest';
import { call } from '../support/call.ts';
import { aChattingDeployment } from '../support/deployed.ts';
import { follow } from '../support/follow.ts';
import { aPlayground, llmCalls, someDocuments } from '../support/genai.ts';
import { aPerson } from '../support/people.ts';

const { url, llmUrl } = inject('target');
const { token } = await aPerson();
const { useCaseId, playgroundId } = await aPlayground(token);
const model = 'datarobot-deployed-llm';
const messages = [{ role: 'user' as const, content: 'hello there' }];

const clientOf = (deploymentId: string, apiKey = token) =>
  new OpenAI({ apiKey, baseURL: `${url}/api/v2/deployments/${deploymentId}`, maxRetries: 0 });

/** The model of the fake, with settings of a blueprint, as a deployment. */
async function deployed(more: object): Promise<string> {
  const json = { playgroundId, name: 'Writer', ...more };
  const made = await call('POST', '/api/v2/genai/llmBlueprints/', { key: token, json });
  return aChattingDeployment(token, made.body.id);
}

const id = await deployed({ llmId: 'fake-echo', llmSettings: { systemPrompt: 'Be brief' } });
const client = clientOf(id);

describe('the official OpenAI client and a deployment', () => {
  test('a completion, a stream with its usage, tools, and its own helper; each call counts', async () => {
    const before = await llmCalls(token);
    const whole = await client.chat.completions.create({ model, messages });
    expect(whole.choices[0]?.message.content).toBe('You said: hello there');
    expect(whole.usage?.total_tokens).toBeGreaterThan(0);
    const options = { model, messages, stream: true, stream_options: { include_usage: true } } as const;
    let words = '';
    let tokens: number | undefined;
    for await (const chunk of await client.chat.completions.create(options)) {
      words += chunk.choices[0]?.delta.content ?? '';
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    expect([words, tokens]).toEqual(['You said: hello there', whole.usage?.total_tokens]);
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];
    const called = await client.chat.completions.create({ model, messages, tools });
    expect(called.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'weather' } });
    const runner = client.chat.completions.stream({ model, messages });
    expect(await runner.finalContent()).toBe('You said: hello there');
    expect(await llmCalls(token)).toBe(before + 4);
  });

  test('answers from documents tell where they are from, whole and in a stream', async () => {
    const json = { datasetId: await someDocuments(token), useCaseId };
    const made = await call('POST', '/api/v2/genai/vectorDatabases/', { key: token, json });
    await follow(made, { key: token });
    const reader = clientOf(await deployed({ llmId: 'fake-echo', vectorDatabaseId: made.body.id }));
    const asked = { model, messages: [{ role: 'user' as const, content: 'Who patched the tyre?' }] };
    type Cited = { citations?: { source: string }[] };
    const whole = (await reader.chat.completions.create(asked)) as Cited;
    expect(whole.citations?.[0]?.source).toBe('tyre.txt');
    const streamed: Cited['citations'][] = [];
    for await (const chunk of await reader.chat.completions.create({ ...asked, stream: true })) {
      streamed.push((chunk as Cited).citations);
    }
    expect(streamed[0]).toEqual(whole.citations);
    expect(streamed.slice(1).filter(Boolean)).toEqual([]);
  });

  test('refusals become its own kinds of error', async () => {
    const ask = (of: OpenAI) => of.chat.completions.create({ model, messages });
    await expect(ask(clientOf(id, 'wrong'))).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(ask(clientOf(id, (await aPerson()).token))).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const wrong = client.chat.completions.create({ model, messages: [] });
    await expect(wrong).rejects.toMatchObject({ status: 400, param: 'messages' });
    const cut = clientOf(await deployed({ llmId: 'fake-cut' }));
    await expect(ask(cut)).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    const read = async () => {
      for await (const _ of await cut.chat.completions.create({ model, messages, stream: true }));
    };
    await expect(read()).rejects.toBeInstanceOf(OpenAI.APIError);
    const quota = {
      resourceType: 'deployment',
      resourceId: id,
      defaultRules: [{ rule: 'requests', limit: 1, window: 'day' }],
    };
    expect((await call('POST', '/api/v2/quotas/', { key: token, json: quota })).status).toBe(200);
    await ask(client);
    await expect(ask(client)).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  });

  test.skipIf(llmUrl === null)('a stream that is given up stops the upstream and counts for nothing', async () => {
    const hungUp = async () => ((await (await fetch(`${llmUrl}state`)).json()) as { hungUp: number }).hungUp;
    const [before, counted] = [await hungUp(), await llmCalls(token)];
    const stalled = clientOf(await deployed({ llmId: 'fake-stalled' }));
    const stream = await stalled.chat.completions.create({ model, messages, stream: true });
    stream.controller.abort();
    await expect.poll(hungUp, { timeout: 20_000 }).toBeGreaterThan(before);
    expect(await llmCalls(token)).toBe(counted);
  });
});
