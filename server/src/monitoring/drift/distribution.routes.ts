import { route } from '#platform/http/route.ts';
import { DistributionPage, DistributionQuery } from './distribution.schema.ts';
import { distributions } from './distributions.ts';

export const distributionRoutes = [
  route({
    method: 'GET',
    part: 'monitoring',
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/featureDistributions/',
    operation: 'listFeatureDistributions',
    summary: 'What predictions and features looked like in training and lately, in the same bins',
    history: { added: 'v2.43' },
    query: DistributionQuery,
    replies: { 200: DistributionPage },
    handle: (ctx, { params, url, query }) => distributions(ctx, params.deploymentId, url, query),
  }),
];
