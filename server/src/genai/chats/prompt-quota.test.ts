import { expect, test } from 'vitest';
import { playgroundApp } from '../playgrounds.fixtures.ts';

const { ask, someone, person, finished } = await playgroundApp();
const boss = await person({ role: 'admin' });
const PROMPTS = '/api/v2/genai/chatPrompts/';

const rules = (defaultRules: object[]) => ({ resourceType: 'workload', resourceId: 'llmGateway', defaultRules });
const made = await ask('POST /api/v2/quotas/', {
  key: boss.key,
  body: rules([{ rule: 'token', limit: 1000, window: 'day' }]),
});
const ada = await someone();
const bob = await someone('stalled');
const asking = (who: { key: string; blueprintId: string }, maxCompletionLength: number) => {
  const llmSettings = { maxCompletionLength };
  const body = { text: 'hello there', llmBlueprintId: who.blueprintId, llmSettings };
  return ask(`POST ${PROMPTS}`, { key: who.key, body });
};
const used = async (key: string) =>
  (await ask('GET /api/v2/account/rateLimitUsage/', { key })).body.usage[0]?.currentUsage;

test('the longest answer is kept free while a prompt is asked, and what it used is what counts', async () => {
  for (let prompt = 1; prompt <= 4; prompt++) {
    await finished(await asking(ada, 900), ada.key);
    // Six tokens each by the model's own count.
    await expect.poll(() => used(ada.key), { timeout: 20_000 }).toBe(prompt * 6);
  }
  const refused = await asking(ada, 1000);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
  expect(await used(ada.key)).toBe(24);
});

test('a prompt under way keeps others out; cancelled, it gives everything back', async () => {
  const first = await asking(bob, 900);
  expect(first.status).toBe(202);
  expect((await asking(bob, 900)).status).toBe(429);
  expect(await used(bob.key)).toBeGreaterThan(900);
  const status = new URL(String(first.headers.location)).pathname;
  expect((await ask(`DELETE ${status}`, { key: bob.key })).status).toBe(204);
  await expect.poll(() => used(bob.key), { timeout: 60_000 }).toBe(0);
});

test('of several prompts at once all are let in, or none', async () => {
  await ask(`PATCH /api/v2/quotas/${made.body.id}/`, {
    key: boss.key,
    body: { defaultRules: [{ rule: 'concurrentRequests', limit: 1 }] },
  });
  const { key, playgroundId, blueprintId } = ada;
  const second = { playgroundId, name: 'Second', llmId: 'fake-echo' };
  const other = (await ask('POST /api/v2/genai/llmBlueprints/', { key, body: second })).body.id;
  for (const id of [blueprintId, other])
    await ask(`PATCH /api/v2/genai/llmBlueprints/${id}/`, { key, body: { isSaved: true } });
  const body = { text: 'hello there', llmBlueprintIds: [blueprintId, other] };
  expect((await ask('POST /api/v2/genai/comparisonPrompts/', { key, body })).status).toBe(429);
  const alone = await ask('POST /api/v2/genai/comparisonPrompts/', {
    key,
    body: { ...body, llmBlueprintIds: [other] },
  });
  expect(alone.status).toBe(202);
});
