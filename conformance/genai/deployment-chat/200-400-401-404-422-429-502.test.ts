import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aChattingDeployment } from '../../support/deployed.ts';
import { follow } from '../../support/follow.ts';
import { aBlueprint, aPlayground, completion, llmCalls, someDocuments } from '../../support/genai.ts';
import { aPerson } from '../../support/people.ts';

const { token: key } = await aPerson();
const { playgroundId } = await aPlayground(key);
const id = await aChattingDeployment(key, await aBlueprint(key, playgroundId));
const path = `/api/v2/deployments/${id}/chat/completions`;
const asked = { ...completion('echo'), model: 'datarobot-deployed-llm' };

test('200: a completion and a stream, with and without a slash, counted', async () => {
  const before = await llmCalls(key);
  for (const address of [path, `${path}/`]) {
    const whole = await call('POST', address, { key, json: asked });
    expect([whole.status, whole.body.choices[0].message.content]).toEqual([200, 'You said: hello there']);
    const streamed = await call('POST', address, { key, json: { ...asked, stream: true } });
    expect([streamed.status, streamed.text.trimEnd().endsWith('data: [DONE]')]).toEqual([200, true]);
  }
  expect(await llmCalls(key)).toBe(before + 4);
});

test('400, 401, 404: in the shape OpenAI clients read', async () => {
  const wrong = await call('POST', path, { key, json: { messages: 'hello' } });
  expect([wrong.status, wrong.body.error.param]).toEqual([400, 'messages']);
  expect((await call('POST', path, { key: null, json: asked })).status).toBe(401);
  const outsider = await call('POST', path, { key: (await aPerson()).token, json: asked });
  expect([outsider.status, typeof outsider.body.error.message]).toEqual([404, 'string']);
});

test('422: rows are for other deployments', async () => {
  const rows = { key, body: 'promptText\nhello\n', headers: { 'content-type': 'text/csv' } };
  expect((await call('POST', `/api/v2/deployments/${id}/predictions`, rows)).status).toBe(422);
});

test('429: the quota of the deployment', async () => {
  const defaultRules = [{ rule: 'requests', limit: 1, window: 'day' }];
  const quota = { resourceType: 'deployment', resourceId: id, defaultRules };
  expect((await call('POST', '/api/v2/quotas/', { key, json: quota })).status).toBe(200);
  expect((await call('POST', path, { key, json: asked })).status).toBe(200);
  const refused = await call('POST', path, { key, json: asked });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'quota_exceeded']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('422: the documents of the deployment were deleted; 502: its model fails', async () => {
  const { useCaseId, playgroundId: place } = await aPlayground(key);
  const made = await call('POST', '/api/v2/genai/vectorDatabases/', {
    key,
    json: { datasetId: await someDocuments(key), useCaseId },
  });
  const { path: documents = '' } = await follow(made, { key });
  const [withDocuments, broken] = [await aBlueprint(key, place), await aBlueprint(key, place, 'broken')];
  const change = { key, json: { vectorDatabaseId: made.body.id } };
  expect((await call('PATCH', `/api/v2/genai/llmBlueprints/${withDocuments}/`, change)).status).toBe(200);
  const deployed = [await aChattingDeployment(key, withDocuments), await aChattingDeployment(key, broken)];
  expect((await call('DELETE', documents, { key })).status).toBe(204);
  const codes = [];
  for (const one of deployed) {
    const { status, body } = await call('POST', `/api/v2/deployments/${one}/chat/completions`, { key, json: asked });
    codes.push([status, body.error.code]);
  }
  expect(codes).toEqual([
    [422, 'documents_gone'],
    [502, 'upstream_failed'],
  ]);
});
