import { expect, test } from 'vitest';
import { deployedApp, question } from '../deployed/deployed.fixtures.ts';

const settings = { ALMANAC_LLM_CALL_LIMIT: '3' };
const { ask, someone, finished, deployed, chat, prompt, llm } = await deployedApp(settings);
const GATEWAY = '/api/v2/genai/llmgw/chat/completions';
const body = { model: 'fake/echo', messages: [{ role: 'user', content: 'hello' }] };

const used = async (key: string) => (await ask('GET /api/v2/genai/userLimits/llmApiCalls/', { key })).body.counter;
const TOLD = /allows each person 3 LLM API calls; you have completed 3\..*ALMANAC_LLM_CALL_LIMIT/;

test('403 in every way there is to call a model, once the calls are used up; others have their own', async () => {
  const { key, blueprintId, playgroundId } = await someone();
  const { id } = await deployed(key, blueprintId);
  expect((await ask(`POST ${GATEWAY}`, { key, body })).status).toBe(200);
  expect((await chat(key, id, question('hello'))).status).toBe(200);
  expect(await prompt(key, { text: 'hello', llmBlueprintId: blueprintId })).toMatchObject({
    executionStatus: 'COMPLETED',
  });
  expect(await used(key)).toBe(3);
  const before = llm.calls.length;
  for (const stream of [false, true]) {
    for (const refused of [
      await ask(`POST ${GATEWAY}`, { key, body: { ...body, stream } }),
      await chat(key, id, question('hello', { stream })),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'genai.limit_reached' } } });
      expect(refused.body.error.message).toMatch(TOLD);
    }
  }
  const prompted = await ask('POST /api/v2/genai/chatPrompts/', {
    key,
    body: { text: 'x', llmBlueprintId: blueprintId },
  });
  expect([prompted.status, prompted.body]).toEqual([403, { detail: expect.stringMatching(TOLD) }]);
  await ask(`PATCH /api/v2/genai/llmBlueprints/${blueprintId}/`, { key, body: { isSaved: true } });
  const compared = { text: 'x', llmBlueprintIds: [blueprintId] };
  expect((await ask('POST /api/v2/genai/comparisonPrompts/', { key, body: compared })).status).toBe(403);
  expect([await used(key), llm.calls.length]).toEqual([3, before]);
  // Deleting what was made gives nothing back.
  expect((await ask(`DELETE /api/v2/genai/playgrounds/${playgroundId}/`, { key })).status).toBe(204);
  expect((await ask(`POST ${GATEWAY}`, { key, body })).status).toBe(403);
  const other = await someone();
  expect((await ask(`POST ${GATEWAY}`, { key: other.key, body })).status).toBe(200);
});

test('a comparison needs a place for each of its blueprints', async () => {
  const { key, playgroundId } = await someone();
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D']) {
    const made = { playgroundId, name, llmId: 'fake-echo' };
    const { id } = (await ask('POST /api/v2/genai/llmBlueprints/', { key, body: made })).body;
    await ask(`PATCH /api/v2/genai/llmBlueprints/${id}/`, { key, body: { isSaved: true } });
    ids.push(id);
  }
  const compare = (llmBlueprintIds: string[]) =>
    ask('POST /api/v2/genai/comparisonPrompts/', { key, body: { text: 'x', llmBlueprintIds } });
  expect((await compare(ids)).status).toBe(403);
  await finished(await compare(ids.slice(1)), key);
  expect(await used(key)).toBe(3);
});

test('however many call at once, as many as allowed are answered; what failed gives its place back', async () => {
  const { key } = await someone();
  const broken = { ...body, model: 'fake/picky' };
  for (let n = 0; n < 5; n++) expect((await ask(`POST ${GATEWAY}`, { key, body: broken })).status).toBe(400);
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask(`POST ${GATEWAY}`, { key, body: { ...body, stream: n % 2 === 0 } })),
  );
  expect(many.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(3);
  expect(many.every(({ status }) => status === 200 || status === 403)).toBe(true);
  while ((await ask(`POST ${GATEWAY}`, { key, body })).status === 200);
  expect(await used(key)).toBe(3);
});
