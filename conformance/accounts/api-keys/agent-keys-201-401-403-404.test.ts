import { expect, test } from 'vitest';
import { deployedElsewhere } from '../../deployments/elsewhere.ts';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';

const USAGE = '/api/v2/account/rateLimitUsage/';
const make = ({ token }: Person, deploymentId: string) =>
  call('POST', '/api/v2/account/apiKeys/', { key: token, json: { name: 'agent', deploymentId } });

test('an agent’s key is made by those who may change the deployment, and speaks for it as long as they may', async () => {
  const [owner, partner] = [await aPerson(), await aPerson()];
  const { id: deploymentId } = await deployedElsewhere({ key: owner.token }, 'Elsewhere');
  const share = (role: string) =>
    call('PATCH', `/api/v2/deployments/${deploymentId}/sharedRoles/`, {
      key: owner.token,
      json: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', id: partner.id, role }] },
    });
  expectRefusal(await make(partner, deploymentId), 404, 'sharing.no_such_thing');

  expect((await share('OWNER')).status).toBe(204);
  const made = await make(partner, deploymentId);
  expect(made.status).toBe(201);
  const { key } = made.body;
  expect((await call('GET', USAGE, { key })).status).toBe(200);

  expect((await share('CONSUMER')).status).toBe(204);
  expectRefusal(await make(partner, deploymentId), 403, 'sharing.role_too_small');
  const refused = await call('GET', USAGE, { key });
  expectRefusal(refused, 401, 'accounts.agent_key_without_role');
  expect(refused.body.message).toContain(deploymentId);
});
