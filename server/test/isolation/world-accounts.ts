import type { Maker, World } from './world-types.ts';

const DEAD = 'http://127.0.0.1:9';

/** What belongs to the account, and what administrators keep for the organization. */
export async function makeAccountObjects({ make, owner, admin }: Maker): Promise<World> {
  const asAdmin = { key: admin.key };
  const name = `${owner.username}'s`;
  const group = await make('POST /api/v2/groups/', { name }, asAdmin);
  await make(`POST /api/v2/groups/${group.body.id}/users/`, { users: [{ userId: owner.id }] }, asAdmin);
  const config = { tenantId: 't', clientId: 'c', clientSecret: 's', graphUrl: DEAD, loginUrl: DEAD };
  const connection = await make('POST /api/v2/aclConnections/', { name, provider: 'B', config }, asAdmin);
  const models = [{ model: `${owner.username}/small`, upstreamModel: 'echo' }];
  const upstream = { name, baseUrl: DEAD, models };
  const llm = await make('POST /api/v2/genai/llmgw/upstreams/', upstream, asAdmin);
  const useCase = await make('POST /api/v2/useCases/', { name: 'Housing' });
  const rules = [{ rule: 'requests', limit: 10, window: 'min' }];
  const template = await make('POST /api/v2/quotaTemplates/', { name: 'Usual', rules }, asAdmin);
  return {
    keyId: (await make('POST /api/v2/account/apiKeys/', { name: 'another' })).body.id,
    userId: owner.id,
    organizationId: owner.organizationId,
    groupId: group.body.id,
    connectionId: connection.body.id,
    itemId: connection.body.id,
    upstreamId: llm.body.id,
    useCaseId: useCase.body.id,
    quotaTemplateId: template.body.id,
  };
}
