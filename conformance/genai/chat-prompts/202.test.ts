import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aBlueprint, aPlayground, llmCalls } from '../../support/genai.ts';
import { aPerson } from '../../support/people.ts';

const path = (address: string | null): string => new URL(address ?? '').pathname;

test('202, 303, 200: prompts of a chat and a comparison are answered and counted', async () => {
  const { token: key } = await aPerson();
  const { playgroundId } = await aPlayground(key);
  const llmBlueprintId = await aBlueprint(key, playgroundId);
  await call('PATCH', `/api/v2/genai/llmBlueprints/${llmBlueprintId}/`, { key, json: { isSaved: true } });
  const finished = async (started: { headers: Headers }) => {
    const status = () => call('GET', path(started.headers.get('location')), { key });
    await expect.poll(async () => (await status()).status, { timeout: 60_000, interval: 50 }).toBe(303);
    return (await call('GET', path((await status()).headers.get('location')), { key })).body;
  };
  const prompt = { text: 'hello there', llmBlueprintId };
  const asked = await call('POST', '/api/v2/genai/chatPrompts/', { key, json: prompt });
  const compared = await call('POST', '/api/v2/genai/comparisonPrompts/', {
    key,
    json: { text: 'hello there', llmBlueprintIds: [llmBlueprintId] },
  });
  expect([asked.status, compared.status]).toEqual([202, 202]);
  const answer = { resultText: 'You said: hello there', executionStatus: 'COMPLETED' };
  expect(await finished(asked)).toMatchObject(answer);
  expect((await finished(compared)).results).toMatchObject([answer]);
  expect(await llmCalls(key)).toBe(2);
});
