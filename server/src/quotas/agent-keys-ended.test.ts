import { expect, test } from 'vitest';
import { disableUser } from '#accounts';
import { servedApp } from '../../test/served-app.ts';
import { aDeployment } from '../deployments/predictions/predictions.fixtures.ts';

const { ask, person, platform } = await servedApp();
const owner = await person();
const agent = await aDeployment(platform, owner, 'binary');
const KEYS = '/api/v2/account/apiKeys/';
const SHARED = `/api/v2/deployments/${agent.id}/sharedRoles/`;

const share = async (role: string, id: string, shareRecipientType = 'user') => {
  const roles = [{ role, shareRecipientType, id }];
  const { status } = await ask(`PATCH ${SHARED}`, { key: owner.key, body: { operation: 'updateRoles', roles } });
  expect(status).toBe(204);
};

const agentKey = async (key: string) => {
  const made = await ask(`POST ${KEYS}`, { key, body: { name: 'agent', deploymentId: agent.id } });
  expect(made.status).toBe(201);
  return made.body.key as string;
};

const askUsage = (key: string) => ask('GET /api/v2/account/rateLimitUsage/', { key });

/** Other processes hear of a change a moment later, and so does this one. */
async function until(status: number, key: string) {
  await expect.poll(async () => (await askUsage(key)).status, { timeout: 20_000, interval: 5 }).toBe(status);
  return askUsage(key);
}

/** Recognised from memory from now on. */
const warm = async (key: string) => {
  for (let n = 0; n < 3; n++) expect((await askUsage(key)).status).toBe(200);
};

test('401 once its owner may not change the deployment any more; 200 again when they may; their own key is fine', async () => {
  const ann = await person();
  await share('USER', ann.id);
  const key = await agentKey(ann.key);
  await warm(key);
  await share('CONSUMER', ann.id);
  const { body } = await until(401, key);
  expect(body).toMatchObject({ message: expect.stringContaining(`speaks for the deployment ${agent.id}`) });
  expect((await askUsage(ann.key)).status).toBe(200);
  await share('OWNER', ann.id);
  await until(200, key);
  await share('NO_ROLE', ann.id);
  await until(401, key);
});

test('401 once a group that gave the role does not have its owner any more', async () => {
  const boss = await person({ role: 'admin' });
  const bob = await person();
  const group = (await ask('POST /api/v2/groups/', { key: boss.key, body: { name: 'Agents' } })).body;
  const members = `/api/v2/groups/${group.id}/users/`;
  const users = [{ username: bob.username }];
  expect((await ask(`POST ${members}`, { key: boss.key, body: { users } })).status).toBeLessThan(300);
  await share('USER', group.id, 'group');
  const key = await agentKey(bob.key);
  await warm(key);
  expect((await ask(`DELETE ${members}`, { key: boss.key, body: { users } })).status).toBeLessThan(300);
  await until(401, key);
});

test('401 once an administrator is one no longer, or the account is deactivated', async () => {
  const boss = await person({ role: 'admin' });
  const key = await agentKey(boss.key);
  await warm(key);
  await platform.db.pool.query(`UPDATE users SET role = 'user' WHERE id = $1`, [boss.id]);
  await until(401, key);
  const cat = await person();
  await share('USER', cat.id);
  const other = await agentKey(cat.key);
  await warm(other);
  await disableUser(platform, cat.username);
  await until(401, other);
});

test('401 once the deployment is deleted', async () => {
  const key = await agentKey(owner.key);
  await warm(key);
  expect((await ask(`DELETE /api/v2/deployments/${agent.id}/`, { key: owner.key })).status).toBe(204);
  await until(401, key);
  expect((await askUsage(owner.key)).status).toBe(200);
});
