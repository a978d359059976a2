import { afterAll, expect, test } from 'vitest';
import { startLlm } from '../../../conformance/providers/llm/llm.ts';
import { servedApp } from '../../test/served-app.ts';
import { csvOf } from '../deployments/deployments.fixtures.ts';
import { aDeployment } from '../deployments/predictions/predictions.fixtures.ts';

const llm = await startLlm();
afterAll(() => llm.close());
const settings = { ALMANAC_LLM_BASE_URL: llm.url, ALMANAC_LLM_MODELS: 'fake/echo' };
const { ask, person, platform } = await servedApp({ settings });
const owner = await person();
const boss = await person({ role: 'admin' });
const model = await aDeployment(platform, owner, 'regression');
const agent = await aDeployment(platform, owner, 'binary');
const KEYS = '/api/v2/account/apiKeys/';

const agentKey = async (deploymentId: string, key = owner.key) => {
  const made = await ask(`POST ${KEYS}`, { key, body: { name: 'agent', deploymentId } });
  expect([made.status, made.body.deploymentId]).toEqual([201, deploymentId]);
  return made.body.key as string;
};

/** How many of these calls are let in, one after the other. */
async function countAdmitted(calls: number, call: () => Promise<{ status: number }>): Promise<number> {
  let good = 0;
  for (let at = 0; at < calls; at++) {
    const { status } = await call();
    expect([200, 429]).toContain(status);
    if (status === 200) good++;
  }
  return good;
}

const perDay = (limit: number) => [{ rule: 'requests', limit, window: 'day' }];
const policies = (agentLimit: number, userLimit: number) => [
  { consumerType: 'deployment', consumerId: agent.id, rules: perDay(agentLimit) },
  { consumerType: 'user', consumerId: owner.id, rules: perDay(userLimit) },
];

test('predictions: the policy of the calling deployment comes before its owner’s, and each has its own budget', async () => {
  const quota = { resourceType: 'deployment', resourceId: model.id, defaultRules: perDay(1), policies: policies(4, 2) };
  expect((await ask('POST /api/v2/quotas/', { key: owner.key, body: quota })).status).toBe(200);
  const headers = { 'content-type': 'text/csv' };
  const body = csvOf(model.table);
  const predict = (key: string) => () => ask(model.line, { key, headers, body });
  const key = await agentKey(agent.id);
  expect(await countAdmitted(6, predict(key))).toBe(4);
  expect(await countAdmitted(6, predict(owner.key))).toBe(2);
  // Two keys of one agent share its budget: it is spent.
  expect(await countAdmitted(1, predict(await agentKey(agent.id)))).toBe(0);
  // An agent without a policy of its own falls back to its owner's, which is spent too.
  expect(await countAdmitted(1, predict(await agentKey(model.id)))).toBe(0);
  const usage = await ask('GET /api/v2/account/rateLimitUsage/', { key });
  expect(usage.body.usage).toMatchObject([{ currentUsage: 4, maxUsage: 4 }]);
});

test('gateway: the same precedence', async () => {
  const quota = {
    resourceType: 'workload',
    resourceId: 'llmGateway',
    defaultRules: perDay(1),
    policies: policies(3, 1),
  };
  expect((await ask('POST /api/v2/quotas/', { key: boss.key, body: quota })).status).toBe(200);
  const body = { model: 'fake/echo', messages: [{ role: 'user', content: 'hello' }] };
  const chat = (key: string) => () => ask('POST /api/v2/genai/llmgw/chat/completions', { key, body });
  expect(await countAdmitted(5, chat(await agentKey(agent.id)))).toBe(3);
  expect(await countAdmitted(3, chat(owner.key))).toBe(1);
});

test('403, 404, 422: a key for a deployment takes somebody who may change the deployment', async () => {
  const outsider = await person();
  const refused = await ask(`POST ${KEYS}`, { key: outsider.key, body: { name: 'x', deploymentId: agent.id } });
  expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining(agent.id)]);
  const role = { role: 'CONSUMER', shareRecipientType: 'user', id: outsider.id };
  const shared = { key: owner.key, body: { operation: 'updateRoles', roles: [role] } };
  expect((await ask(`PATCH /api/v2/deployments/${agent.id}/sharedRoles/`, shared)).status).toBe(204);
  expect((await ask(`POST ${KEYS}`, { key: outsider.key, body: { name: 'x', deploymentId: agent.id } })).status).toBe(
    403,
  );
  expect((await ask(`POST ${KEYS}`, { key: owner.key, body: { name: 'x', deploymentId: 7 } })).status).toBe(422);
});

test('200: lists tell whose keys they are', async () => {
  const { body } = await ask(`GET ${KEYS}`, { key: owner.key });
  const ids = body.data.map(({ deploymentId }: { deploymentId: string | null }) => deploymentId);
  expect(ids.filter((id: string | null) => id === agent.id).length).toBeGreaterThan(0);
  expect(ids[0]).toBeNull();
});
