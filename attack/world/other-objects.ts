import { randomBytes } from 'node:crypto';
import type { Making } from './world-types.ts';

/** Accounts, workloads, and what administrators keep. */
export async function makeOtherObjects(making: Making, service: string | undefined): Promise<void> {
  const { people, things, step, share } = making;
  const { owner, admin } = people;
  things.put('userId', owner.id);
  await step('an API key', async () =>
    things.put('keyId', (await owner.make('POST', '/api/v2/account/apiKeys/', { name: 'spare' })).id),
  );
  await step('the organization', async () => {
    const { data } = await admin.make('GET', '/api/v2/organizations/');
    things.put('organizationId', data[0].id);
  });
  await step('a workload', async () => {
    const address = service ?? 'https://service.invalid/';
    const made = await owner.make('POST', '/api/v2/workloads/', { name: 'page', address });
    things.put('workloadId', made.id);
    await owner.make('POST', `/api/v2/workloads/${made.id}/start/`).catch(() => undefined);
    await share(`/api/v2/workloads/${made.id}/`);
  });
  await step('a quota template', async () => {
    const rules = [{ rule: 'requests', limit: 5, window: 'min' }];
    things.put('quotaTemplateId', (await admin.make('POST', '/api/v2/quotaTemplates/', { name: 'mine', rules })).id);
  });
  await step('an upstream', async () => {
    const models = [{ model: `attack/${randomBytes(4).toString('hex')}` }];
    const json = {
      name: models[0]?.model,
      baseUrl: 'https://models.invalid/v1',
      apiKey: 'attack-upstream-key',
      models,
    };
    things.put('upstreamId', (await admin.make('POST', '/api/v2/genai/llmgw/upstreams/', json)).id);
  });
  await step('an access-control connection', async () => {
    const config = { tenantId: 'tenant.invalid', clientId: 'c', clientSecret: 'attack-client-secret' };
    const json = { name: `sites-${randomBytes(4).toString('hex')}`, provider: 'B', config };
    const made = await admin.make('POST', '/api/v2/aclConnections/', json);
    things.put('connectionId', made.id);
    await admin.make('POST', `/api/v2/aclConnections/${made.id}/pause/`);
  });
}
