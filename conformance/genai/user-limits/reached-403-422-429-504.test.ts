import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeLlm, startLlm } from '../../providers/llm/llm.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { aChattingDeployment } from '../../support/deployed.ts';
import { follow } from '../../support/follow.ts';
import { aBlueprint, aPlayground, completion, someDocuments } from '../../support/genai.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';

const GATEWAY = 'genai/llmgw/chat/completions/';
let llm: FakeLlm;
let site: Installation;
beforeAll(async () => {
  llm = await startLlm();
  site = await startInstallation({
    ALMANAC_LLM_BASE_URL: llm.url,
    ALMANAC_LLM_MODELS: 'fake/echo,fake/silent',
    ALMANAC_LLM_TIMEOUT_SECONDS: '2',
    ALMANAC_LLM_CALL_LIMIT: '2',
    ALMANAC_VECTOR_DATABASE_LIMIT: '1',
  });
});
afterAll(async () => {
  await site?.stop();
  await llm?.close();
});

const post = (path: string, json: object, { key }: CallOptions) =>
  call('POST', `/api/v2/${path}`, { url: site.url, key: key ?? null, json });
const admin = (): CallOptions => ({ key: site.adminKey });

/** Somebody with a saved blueprint, a deployment of it, and no calls yet. */
async function somebody() {
  const { token: key } = await aPerson({}, { url: site.url, key: site.adminKey });
  const { useCaseId, playgroundId } = await aPlayground(key, site.url);
  const llmBlueprintId = await aBlueprint(key, playgroundId, 'echo', site.url);
  await call('PATCH', `/api/v2/genai/llmBlueprints/${llmBlueprintId}/`, {
    url: site.url,
    key,
    json: { isSaved: true },
  });
  const deploymentId = await aChattingDeployment(key, llmBlueprintId, site.url);
  const prompts: readonly (readonly [string, object])[] = [
    ['genai/chatPrompts/', { text: 'hello', llmBlueprintId }],
    ['genai/comparisonPrompts/', { text: 'hello', llmBlueprintIds: [llmBlueprintId] }],
  ];
  return { key, useCaseId, deploymentId, prompts, chat: `deployments/${deploymentId}/chat/completions/` };
}

test('403: once all calls are used, no route asks a model any more', async () => {
  const { key, prompts, chat } = await somebody();
  for (let count = 0; count < 2; count += 1)
    expect((await post(GATEWAY, completion('echo'), { key })).status).toBe(200);
  for (const [path, json] of [...prompts, [chat, completion('echo')], [GATEWAY, completion('echo')]] as const) {
    const { status, text } = await post(path, json, { key });
    expect([path, status, text]).toEqual([path, 403, expect.stringContaining('allows each person 2 LLM API calls')]);
  }
});

test('403: one vector database more than a user may have', async () => {
  const { key, useCaseId } = await somebody();
  const json = { datasetId: await someDocuments(key, site.url), useCaseId };
  await follow(await post('genai/vectorDatabases/', json, { key }), { url: site.url, key });
  const { status, body } = await post('genai/vectorDatabases/', json, { key });
  expect([status, body.detail]).toEqual([403, expect.stringContaining('raise ALMANAC_VECTOR_DATABASE_LIMIT')]);
});

test('422, 429: quotas of the gateway and of a deployment', async () => {
  const { key, prompts, chat, deploymentId } = await somebody();
  const limit = async (resource: object, rule: object, run: () => Promise<void>) => {
    const made = await post('quotas/', { ...resource, defaultRules: [rule] }, admin());
    expect(made.status, made.text).toBe(200);
    await run();
    const path = `/api/v2/quotas/${made.body.id}/`;
    expect((await call('DELETE', path, { url: site.url, ...admin() })).status).toBe(204);
  };
  const gateway = { resourceType: 'workload', resourceId: 'llmGateway' };
  const short = { rule: 'inputSequenceLength', limit: 1 };
  const lengths = [
    [gateway, GATEWAY],
    [{ resourceType: 'deployment', resourceId: deploymentId }, chat],
  ] as const;
  for (const [resource, path] of lengths)
    await limit(resource, short, async () => {
      const { status, body } = await post(path, completion('echo'), { key });
      expect([path, status, body.error?.message]).toEqual([path, 422, expect.stringMatching(/token/i)]);
    });
  await limit(gateway, { rule: 'requests', limit: 1, window: 'day' }, async () => {
    expect((await post(GATEWAY, completion('echo'), { key })).status).toBe(200);
    for (const [path, json] of prompts) {
      const { status, headers } = await post(path, json, { key });
      expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 429, true]);
    }
  });
});

test('504: a model that says nothing in the time it has', async () => {
  const { key } = await somebody();
  const { status, body } = await post(GATEWAY, completion('silent'), { key });
  expect([status, body.error.code]).toEqual([504, 'upstream_timeout']);
});
