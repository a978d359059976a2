import { route } from '#platform/http/route.ts';
import { listUses } from './list-uses.ts';
import { DeploymentUses, UsageQuery } from './usage.schema.ts';

export const usageRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/usage/deployments/',
    operation: 'listDeploymentUsage',
    part: 'monitoring',
    summary: 'Who asked how much of which deployment, the busiest first; of the last 30 days unless a span is given',
    history: { added: 'v2.43' },
    access: 'account',
    query: UsageQuery,
    replies: { 200: DeploymentUses },
    handle: (ctx, { url, query }) => listUses(ctx, url, query),
  }),
];
