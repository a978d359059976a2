import { expect, test } from 'vitest';
import { aDeployment } from '../../deployments/predictions/predictions.fixtures.ts';
import { ingestRecords } from '../../monitoring/monitoring.fixtures.ts';
import { heard } from '../genai.fixtures.ts';
import { deployedApp, question } from './deployed.fixtures.ts';

const { ask, someone, person, deployed, chat, llm, platform } = await deployedApp();
const ada = await someone();
const { key } = ada;
const settings = { systemPrompt: 'Be brief', temperature: 0.5, maxCompletionLength: 40 };
await ask(`PATCH /api/v2/genai/llmBlueprints/${ada.blueprintId}/`, { key, body: { llmSettings: settings } });
const { id, versionId } = await deployed(key, ada.blueprintId);
const lastRequest = () => JSON.parse(llm.calls.at(-1)?.body ?? '');
const calls = async (who = key) => (await ask('GET /api/v2/genai/userLimits/llmApiCalls/', { key: who })).body.counter;

test('201: the version writes text; the deployment is listed as such, and says what it cannot do', async () => {
  const { body } = await ask(`GET /api/v2/deployments/?championModelTargetType=TextGeneration&limit=100`, { key });
  expect(body.data).toMatchObject([{ id, model: { id: versionId, targetType: 'TextGeneration', type: 'echo' } }]);
  const { body: packages } = await ask(`GET /api/v2/modelPackages/?modelId=${versionId}`, { key });
  expect(packages.data).toMatchObject([
    { buildStatus: 'complete', target: { type: 'TextGeneration', name: 'resultText' } },
  ]);
  const able = await ask(`GET /api/v2/deployments/${id}/capabilities/`, { key });
  const drift = able.body.data.find(({ name }: { name: string }) => name === 'supports_target_drift_tracking');
  expect(drift).toMatchObject({ supported: false });
});

test('200: asked with the settings of the blueprint, and counted', async () => {
  const before = await calls();
  const { status, body } = await chat(key, id, question('hello there'));
  expect([status, body.choices[0].message.content]).toEqual([200, 'You said: hello there']);
  expect(lastRequest()).toMatchObject({
    model: 'echo',
    temperature: 0.5,
    max_tokens: 40,
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'hello there' },
    ],
  });
  expect(await calls()).toBe(before + 1);
});

test('200: what the request says comes before the blueprint; the model may be left out; a slash does not matter', async () => {
  const messages = [
    { role: 'system', content: 'Sing' },
    { role: 'user', content: 'hello there' },
  ];
  const body = { messages, max_completion_tokens: 7, temperature: 1, seed: 12345678901234567890n };
  const text = JSON.stringify({ ...body, seed: 0 }).replace('"seed":0', '"seed":12345678901234567890');
  const headers = { 'content-type': 'application/json' };
  const reply = await ask(`POST /api/v2/deployments/${id}/chat/completions/`, { key, body: text, headers });
  expect(reply.status).toBe(200);
  expect(lastRequest()).toMatchObject({ model: 'echo', messages, max_completion_tokens: 7, temperature: 1 });
  expect(lastRequest()).not.toHaveProperty('max_tokens');
  expect(llm.calls.at(-1)?.body).toContain('"seed":12345678901234567890');
});

test('200: streamed, to its end', async () => {
  const { status, text, headers } = await chat(key, id, question('hello there', { stream: true }));
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  expect(heard(text)).toMatchObject({ words: 'You said: hello there', ended: true, error: null });
});

test('a later change of the blueprint changes nothing; registering it again makes a second version', async () => {
  await ask(`PATCH /api/v2/genai/llmBlueprints/${ada.blueprintId}/`, {
    key,
    body: { llmSettings: { temperature: 2 } },
  });
  await chat(key, id, question('still'));
  expect(lastRequest().temperature).toBe(0.5);
  const again = await ask('POST /api/v2/genai/customModelVersions/', {
    key,
    body: { llmBlueprintId: ada.blueprintId },
  });
  const status = await ask(`GET ${new URL(String(again.headers.location)).pathname}`, { key });
  const { body } = await ask(`GET ${new URL(String(status.headers.location)).pathname}`, { key });
  expect(body).toMatchObject({ versionMajor: 2, llmSettings: { temperature: 2 }, llmId: 'fake-echo' });
});

test('400, 404, 422, 502: refused in the shape OpenAI clients read, and not counted', async () => {
  const before = await calls();
  expect((await chat(key, id, '{"messages":[]}')).body.error.param).toBe('messages');
  expect((await chat(key, id, '{"messages":[{"role":"user"}],"messages":[{"role":"user"}]}')).status).toBe(400);
  expect((await chat(key, id, '7')).status).toBe(400);
  expect((await chat((await person()).key, id, question('x'))).status).toBe(404);
  const me = (await ask('GET /api/v2/account/info/', { key })).body;
  const other = await aDeployment(platform, { id: me.uid, organizationId: me.orgId }, 'regression');
  const refused = await chat(key, other.id, question('x'));
  expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('Regression')]);
  const broken = await someone('broken');
  const { id: brokenId } = await deployed(broken.key, broken.blueprintId);
  expect((await chat(broken.key, brokenId, question('x'))).body.error.code).toBe('upstream_failed');
  expect(await calls(broken.key)).toBe(0);
  expect(await calls()).toBe(before);
});

test('422: it takes no rows, is no challenger and is not trained again', async () => {
  const headers = { 'content-type': 'text/csv' };
  const predicted = await ask(`POST /api/v2/deployments/${id}/predictions`, { key, headers, body: 'promptText\nhi\n' });
  expect([predicted.status, predicted.body.message]).toEqual([422, expect.stringContaining('/chat/completions')]);
  const batch = { deploymentId: id, intakeSettings: { type: 'localFile' }, outputSettings: { type: 'localFile' } };
  expect((await ask('POST /api/v2/batchPredictions/', { key, body: batch })).status).toBe(422);
});

test('422: an LLM blueprint without a model, tests that are not offered', async () => {
  const body = { playgroundId: ada.playgroundId, name: 'Empty' };
  const empty = (await ask('POST /api/v2/genai/llmBlueprints/', { key, body })).body.id;
  const freeze = (more: object) => ask('POST /api/v2/genai/customModelVersions/', { key, body: more });
  expect((await freeze({ llmBlueprintId: empty })).body.detail).toContain('"Empty" has no model');
  expect((await freeze({ llmBlueprintId: ada.blueprintId, llmTestConfigurationIds: ['x'] })).status).toBe(422);
  expect((await freeze({})).status).toBe(422);
  const outsider = (await person()).key;
  const named = { key: outsider, body: { customModelVersionId: versionId } };
  expect((await ask('POST /api/v2/modelPackages/fromCustomModelVersion/', named)).status).toBe(422);
});

test('each call is a request in the statistics of the service, refused ones too', async () => {
  const { id: watched } = await deployed(key, ada.blueprintId, 'Watched');
  await chat(key, watched, question('one'));
  await chat(key, watched, question('two', { stream: true }));
  await chat(key, watched, '{"messages":[]}');
  await ingestRecords(platform, []);
  const metrics = async () => (await ask(`GET /api/v2/deployments/${watched}/serviceStats/`, { key })).body.metrics;
  await expect.poll(async () => (await metrics()).totalRequests, { timeout: 20_000 }).toBe(3);
  expect(await metrics()).toMatchObject({ totalPredictions: 2, numConsumers: 1, serverErrorRate: 0 });
});
