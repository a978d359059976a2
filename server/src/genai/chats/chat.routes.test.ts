import { expect, test } from 'vitest';
import { playgroundApp } from '../playgrounds.fixtures.ts';

const { ask, someone, finished } = await playgroundApp();
const PROMPTS = '/api/v2/genai/chatPrompts/';
const counter = async (key: string) => (await ask('GET /api/v2/genai/userLimits/llmApiCalls/', { key })).body.counter;

test('202, 303, 200: a prompt is asked, answered, counted once, and says how it came about', async () => {
  const { key, blueprintId, playgroundId } = await someone();
  const started = await ask(`POST ${PROMPTS}`, { key, body: { text: 'hello there', llmBlueprintId: blueprintId } });
  expect([started.status, started.body.executionStatus]).toEqual([202, 'NEW']);
  expect(String(started.headers.location)).toMatch(/\/api\/v2\/genai\/status\/[0-9a-f-]{36}\/$/);
  const { body } = await finished(started, key);
  expect(body).toMatchObject({
    id: started.body.id,
    text: 'hello there',
    resultText: 'You said: hello there',
    executionStatus: 'COMPLETED',
    llmId: 'fake-echo',
    chatId: null,
    citations: [],
    resultMetadata: {
      inputTokenCount: 2,
      outputTokenCount: 4,
      totalTokenCount: 6,
      errorMessage: null,
      finalPrompt: [{ role: 'user', content: 'hello there' }],
    },
  });
  expect(await counter(key)).toBe(1);
  const listed = await ask(`GET ${PROMPTS}?playgroundId=${playgroundId}`, { key });
  expect(listed.body.data).toEqual([body]);
  expect((await ask(`DELETE ${PROMPTS}${body.id}/`, { key })).status).toBe(204);
  expect((await ask(`GET ${PROMPTS}${body.id}/`, { key })).status).toBe(404);
  expect(await counter(key)).toBe(1);
});

test('a chat is told what was said before; a prompt outside of one is not; settings are the model’s', async () => {
  const { key, blueprintId } = await someone();
  const chat = (await ask('POST /api/v2/genai/chats/', { key, body: { name: 'C', llmBlueprintId: blueprintId } })).body;
  expect(chat).toMatchObject({ name: 'C', isFrozen: false, promptsCount: 0, warning: null });
  const say = async (text: string, more: object = {}) =>
    (await finished(await ask(`POST ${PROMPTS}`, { key, body: { text, chatId: chat.id, ...more } }), key)).body;
  const first = await say('one');
  const second = await say('two', { llmSettings: { systemPrompt: 'Be brief', temperature: 0.5 } });
  expect(second.chatPromptIdsIncludedInHistory).toEqual([first.id]);
  expect(second.resultMetadata.finalPrompt).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'You said: one' },
    { role: 'user', content: 'two' },
  ]);
  expect(second.llmSettings).toEqual({ systemPrompt: 'Be brief', temperature: 0.5 });
  const draft = await ask('POST /api/v2/genai/llmBlueprints/fromChatPrompt/', {
    key,
    body: { chatPromptId: second.id, name: 'As asked' },
  });
  expect([draft.status, draft.body.llmSettings, draft.body.isSaved]).toEqual([201, second.llmSettings, false]);
  expect((await ask(`GET /api/v2/genai/chats/${chat.id}/`, { key })).body.promptsCount).toBe(2);
});

test('an upstream that fails: the prompt ends in ERROR with the sentence, the counter stays', async () => {
  const { key, blueprintId } = await someone('picky');
  const { status, body } = await finished(
    await ask(`POST ${PROMPTS}`, { key, body: { text: 'x', llmBlueprintId: blueprintId } }),
    key,
  );
  expect([status, body.executionStatus, body.resultText]).toEqual([200, 'ERROR', null]);
  expect(body.resultMetadata.errorMessage).toBe('This model takes no temperature');
  expect(await counter(key)).toBe(0);
});

test('a chat that has begun freezes when its blueprint changes', async () => {
  const { key, blueprintId } = await someone();
  const newChat = async () =>
    (await ask('POST /api/v2/genai/chats/', { key, body: { name: 'C', llmBlueprintId: blueprintId } })).body.id;
  const [used, unused] = [await newChat(), await newChat()];
  await finished(await ask(`POST ${PROMPTS}`, { key, body: { text: 'x', chatId: used } }), key);
  const change = { llmSettings: { temperature: 1 } };
  expect((await ask(`PATCH /api/v2/genai/llmBlueprints/${blueprintId}/`, { key, body: change })).status).toBe(200);
  const frozen = (await ask(`GET /api/v2/genai/chats/${used}/`, { key })).body;
  expect([frozen.isFrozen, typeof frozen.warning]).toEqual([true, 'string']);
  expect((await ask(`POST ${PROMPTS}`, { key, body: { text: 'y', chatId: used } })).status).toBe(409);
  expect((await ask(`POST ${PROMPTS}`, { key, body: { text: 'y', chatId: unused } })).status).toBe(202);
});

test('feedback is one opinion a person; metrics of one name replace each other', async () => {
  const { key, blueprintId } = await someone();
  const started = await ask(`POST ${PROMPTS}`, { key, body: { text: 'x', llmBlueprintId: blueprintId } });
  const { id, creationUserId } = (await finished(started, key)).body;
  const patch = (body: object) => ask(`PATCH ${PROMPTS}${id}/`, { key, body });
  await patch({ feedbackMetadata: { feedback: '1' } });
  const { body } = await patch({
    feedbackMetadata: { feedback: '0' },
    customMetrics: [{ name: 'care', value: 1 }],
  });
  expect(body.resultMetadata.feedbackResult).toEqual({ positiveUserIds: [], negativeUserIds: [creationUserId] });
  const again = await patch({
    customMetrics: [
      { name: 'care', value: 2 },
      { name: 'wit', formattedValue: 'much' },
    ],
  });
  expect(again.body.resultMetadata.metrics).toEqual([
    { name: 'care', value: 2 },
    { name: 'wit', formattedValue: 'much' },
  ]);
  expect((await patch({ feedbackMetadata: { feedback: '2' } })).status).toBe(422);
  const names = Array.from({ length: 8 }, (_, at) => `of person ${at}`);
  await Promise.all(names.map((name) => patch({ customMetrics: [{ name, value: 1 }] })));
  const { metrics } = (await ask(`GET ${PROMPTS}${id}/`, { key })).body.resultMetadata;
  expect(metrics.map(({ name }: { name: string }) => name).sort()).toEqual(['care', ...names, 'wit']);
});

const { key } = await someone();
test.each([
  [{ text: 'x' }, 422],
  [{ text: 'x', llmBlueprintId: 'a', chatId: 'b' }, 422],
  [{ text: '', llmBlueprintId: 'a' }, 422],
  [{ text: 'x', llmBlueprintId: 'nobody' }, 404],
  [{ text: 'x', chatId: 'nobody' }, 404],
])('%j: %i, and nothing is asked', async (body, status) => {
  expect((await ask(`POST ${PROMPTS}`, { key, body })).status).toBe(status);
});

test('422 for settings the model does not take, 404 for models and vector databases nobody has', async () => {
  const { key, blueprintId } = await someone();
  const post = (more: object) =>
    ask(`POST ${PROMPTS}`, { key, body: { text: 'x', llmBlueprintId: blueprintId, ...more } });
  const wrong = await post({ llmSettings: { temperature: 3, mood: 'good' } });
  expect(wrong.status).toBe(422);
  expect(wrong.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
    ['body', 'llmSettings', 'temperature'],
    ['body', 'llmSettings', 'mood'],
  ]);
  expect((await post({ llmId: 'nobody' })).status).toBe(404);
  expect((await post({ vectorDatabaseId: 'nobody' })).status).toBe(404);
});
