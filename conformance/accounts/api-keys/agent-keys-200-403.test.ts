import { expect, test } from 'vitest';
import { servedHousing } from '../../deployments/served.ts';
import { call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';

const KEYS = '/api/v2/account/apiKeys/';

test('403: an agent’s key calls its deployment and reads its own usage, and does nothing else', async () => {
  // An administrator: what is refused is refused because of the key.
  const { token } = await aPerson({ role: 'admin' });
  const { deploymentId } = await servedHousing({ key: token });
  const made = await call('POST', KEYS, { key: token, json: { name: 'agent', deploymentId } });
  expect(made.status).toBe(201);
  const { key } = made.body;

  const predicted = await call('POST', `/predApi/v1.0/deployments/${deploymentId}/predictions`, { key, json: [{}] });
  expect([401, 403, 404]).not.toContain(predicted.status);
  expect((await call('GET', '/api/v2/account/rateLimitUsage/', { key })).status).toBe(200);

  const refused = [
    await call('GET', KEYS, { key }),
    await call('POST', KEYS, { key, json: { name: 'ordinary' } }),
    await call('POST', '/api/v2/users/', { key, json: { username: 'x', password: 'y', role: 'admin' } }),
    await call('GET', '/api/v2/api_token/', { key }),
    await call('GET', `/api/v2/deployments/${deploymentId}/`, { key }),
    await call('DELETE', `/api/v2/deployments/${deploymentId}/`, { key }),
    await call('GET', '/api/v2/datasets/', { key }),
  ];
  for (const { status, body } of refused) {
    expect([status, body.message]).toEqual([403, expect.stringContaining(deploymentId)]);
  }
}, 300_000);
