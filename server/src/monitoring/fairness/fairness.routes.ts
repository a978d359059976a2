import { route } from '#platform/http/route.ts';
import { FairnessOverTime, FairnessQuery } from './fairness.schema.ts';
import { fairnessOverTime } from './fairness.ts';

export const fairnessRoutes = [
  route({
    method: 'GET',
    part: 'monitoring',
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/fairnessScoresOverTime/',
    operation: 'getFairnessScoresOverTime',
    summary: 'Fairness scores of the values of a protected feature over time',
    history: { added: 'v2.30' },
    query: FairnessQuery,
    replies: { 200: FairnessOverTime },
    handle: (ctx, { params, query }) => fairnessOverTime(ctx, params.deploymentId, query),
  }),
];
