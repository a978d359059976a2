import { expect, test } from 'vitest';
import { playgroundApp } from '../playgrounds.fixtures.ts';

const { ask, person, someone, finished } = await playgroundApp();
const PROMPTS = '/api/v2/genai/comparisonPrompts/';
const counter = async (key: string) => (await ask('GET /api/v2/genai/userLimits/llmApiCalls/', { key })).body.counter;

async function twoBlueprints() {
  const one = await someone();
  const { key, playgroundId } = one;
  const make = async (name: string, llmId: string) => {
    const { body } = await ask('POST /api/v2/genai/llmBlueprints/', { key, body: { playgroundId, name, llmId } });
    await ask(`PATCH /api/v2/genai/llmBlueprints/${body.id}/`, { key, body: { isSaved: true } });
    return body.id as string;
  };
  return { ...one, ids: [await make('A', 'fake-echo'), await make('B', 'fake-no-usage')] };
}

test('202, 200: each blueprint answers, each answer counts, feedback goes to one of them', async () => {
  const { key, playgroundId, ids } = await twoBlueprints();
  const chat = await ask('POST /api/v2/genai/comparisonChats/', { key, body: { name: 'Both', playgroundId } });
  expect(chat.status).toBe(201);
  const body = { llmBlueprintIds: ids, text: 'hi', comparisonChatId: chat.body.id };
  const started = await ask(`POST ${PROMPTS}`, { key, body });
  expect([started.status, started.body.results.length]).toEqual([202, 2]);
  const done = (await finished(started, key)).body;
  expect(done.results.map((one: { resultText: string }) => one.resultText)).toEqual(['You said: hi', 'You said: hi']);
  expect(await counter(key)).toBe(2);
  const [first] = done.results;
  const feedback = { comparisonPromptResultId: first.id, feedbackMetadata: { feedback: '1' } };
  const judged = await ask(`PATCH ${PROMPTS}${done.id}/`, { key, body: { feedbackResult: feedback } });
  expect([judged.status, judged.text, judged.headers.location]).toEqual([202, '', undefined]);
  const seen = (await ask(`GET ${PROMPTS}${done.id}/`, { key })).body;
  expect(seen.results[0].resultMetadata.feedbackResult.positiveUserIds).toHaveLength(1);
  expect((await ask(`GET ${PROMPTS}?comparisonChatId=${chat.body.id}`, { key })).body.data).toEqual([seen]);
  expect((await ask(`GET ${PROMPTS}?llmBlueprintIds=nobody`, { key })).body.data).toEqual([]);
  expect((await ask(`DELETE ${PROMPTS}${done.id}/`, { key })).status).toBe(204);
});

test('more blueprints may be asked later, once each', async () => {
  const { key, ids } = await twoBlueprints();
  const [first, second] = ids;
  const started = await ask(`POST ${PROMPTS}`, { key, body: { llmBlueprintIds: [first], text: 'hi' } });
  const { id } = (await finished(started, key)).body;
  const more = await ask(`PATCH ${PROMPTS}${id}/`, { key, body: { additionalLLMBlueprintIds: [second] } });
  expect((await finished(more, key)).body.results).toHaveLength(2);
  expect((await ask(`PATCH ${PROMPTS}${id}/`, { key, body: { additionalLLMBlueprintIds: [second] } })).status).toBe(
    409,
  );
});

test('422: drafts and blueprints of several playgrounds are not compared; 404: those of others', async () => {
  const [mine, other] = [await twoBlueprints(), await someone()];
  const ask422 = async (llmBlueprintIds: string[]) =>
    (await ask(`POST ${PROMPTS}`, { key: mine.key, body: { llmBlueprintIds, text: 'x' } })).status;
  expect(await ask422([mine.blueprintId])).toBe(422);
  expect(await ask422([])).toBe(422);
  expect(await ask422([other.blueprintId])).toBe(404);
  const { key } = await person({ organization: 'Elsewhere' });
  const { body } = await ask(`POST ${PROMPTS}`, { key: mine.key, body: { llmBlueprintIds: mine.ids, text: 'x' } });
  expect((await ask(`GET ${PROMPTS}${body.id}/`, { key })).status).toBe(404);
});
