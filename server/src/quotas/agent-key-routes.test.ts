import { afterAll, expect, test } from 'vitest';
import { createUser, newSecretText } from '#accounts';
import { newId } from '#platform/ids.ts';
import { testPlatform } from '../../test/platform.ts';
import { createApp } from '../app.ts';
import { aDeployment } from '../deployments/predictions/predictions.fixtures.ts';

// Over a real socket, so that routes past the router are judged as well; an old installation has every route.
const platform = await testPlatform({ settings: { ALMANAC_UPGRADED: 'true', ALMANAC_API_VERSION: '2.34' } });
const app = await createApp(platform, { version: 'test' });
const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

// An administrator with every permission: whatever is refused is refused because of the key.
const ownKey = newSecretText('key');
const owner = await createUser(platform, {
  username: 'owner',
  password: 'correct horse',
  role: 'admin',
  apiKey: { name: 'first', key: ownKey },
});
const person = { id: owner.id, organizationId: owner.organization_id };
const agent = await aDeployment(platform, person, 'regression');
const other = await aDeployment(platform, person, 'regression');

function ask(line: string, key: string, init: RequestInit = {}) {
  const [method = '', path = ''] = line.split(' ');
  const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string> | undefined) };
  return fetch(origin + path, { ...init, method, headers });
}

const made = await ask('POST /api/v2/account/apiKeys/', ownKey, {
  body: JSON.stringify({ name: 'agent', deploymentId: agent.id }),
  headers: { 'content-type': 'application/json' },
});
const { key: agentKey } = (await made.json()) as { key: string };

/** Every route an agent's key may call; a new one is added here on purpose or not at all. */
const ALLOWED = [
  'POST /predApi/v1.0/deployments/{deploymentId}/predictions',
  'POST /api/v2/deployments/{deploymentId}/predictions',
  'POST /predApi/v1.0/deployments/{deploymentId}/predictionsUnstructured',
  'POST /api/v2/deployments/{deploymentId}/predictionsUnstructured',
  'POST /predApi/v1.0/deployments/{deploymentId}/timeSeriesPredictions',
  'POST /predApi/v1.0/deployments/{deploymentId}/predictionExplanations',
  'POST /api/v2/deployments/{deploymentId}/chat/completions/',
  'POST /api/v2/genai/llmgw/chat/completions/',
  'GET /api/v2/account/rateLimitUsage/',
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    `${method} /api/v2/endpoints/workloads/{workloadId}/`,
    `${method} /api/v2/endpoints/workloads/{workloadId}/{path*}`,
  ]),
];

/** These take a password and never a key: 401 for every key. */
const PASSWORD_ONLY = ['/predApi/v1.0/api_token', '/api/v1/api_token'];

const fillPath = (path: string, id: string) =>
  path.replace('{deploymentId}', id).replaceAll(/\{\w+\*?\}/g, () => newId());
const signature = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const withAccount = app.routes.filter(({ access, path }) => access !== 'public' && !PASSWORD_ONLY.includes(path));

test('403: of all routes that need an account an agent’s key may call the listed ones only', async () => {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const route of withAccount) {
    const reply = await ask(`${route.method} ${fillPath(route.path, agent.id)}`, agentKey);
    const text = await reply.text();
    if (reply.status !== 403) open.push(signature(route));
    else if (!text.includes(agent.id) || !text.includes('without a deploymentId')) wrong.push(signature(route));
  }
  expect(open.sort()).toEqual([...ALLOWED].sort());
  expect(wrong).toEqual([]);
}, 60_000);

test('the list of the routes themselves is the same', () => {
  const open = withAccount.filter(({ agentKeys }) => agentKeys !== undefined).map(signature);
  expect(open.sort()).toEqual([...ALLOWED].sort());
});

test('401: routes that take a password only refuse it like any other key', async () => {
  for (const path of PASSWORD_ONLY) {
    for (const method of ['GET', 'POST']) expect((await ask(`${method} ${path}`, agentKey)).status).toBe(401);
  }
});

test('403: old routes are open for its own deployment only, and say which one that is', async () => {
  const path = '/predApi/v1.0/deployments/{deploymentId}/predictionExplanations';
  const refused = await ask(`POST ${fillPath(path, other.id)}`, agentKey);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: 'http.other_deployment', message: expect.stringContaining(agent.id) },
  ]);
  expect((await ask(`POST ${fillPath(path, agent.id)}`, agentKey)).status).not.toBe(403);
});

test('200: it predicts with its own deployment and, as a consumer, with others its owner may use', async () => {
  const body = JSON.stringify([{ size: 100, colour: 'red', rooms: 3 }]);
  const headers = { 'content-type': 'application/json' };
  for (const id of [agent.id, other.id]) {
    const line = `POST /predApi/v1.0/deployments/${id}/predictions`;
    expect((await ask(line, agentKey, { body, headers })).status).toBe(200);
    // With a query it goes through the router.
    expect((await ask(`${line}?maxExplanations=0`, agentKey, { body, headers })).status).toBe(200);
  }
});

test('403: keys in HTTP Basic have the same limits', async () => {
  const authorization = `Basic ${Buffer.from(`owner:${agentKey}`).toString('base64')}`;
  const path = fillPath('/api/v1/{projectId}/models', agent.id);
  expect((await fetch(origin + path, { headers: { authorization } })).status).toBe(403);
});
