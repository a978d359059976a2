import { route } from '#platform/http/route.ts';
import { VersusOverBatch, VersusOverBatchQuery, VersusOverTime, VersusOverTimeQuery } from './accuracy.schema.ts';
import { versusOverBatch, versusOverTime } from './predictions-vs-actuals.ts';

const common = { method: 'GET', part: 'monitoring' } as const;

export const versusRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionsVsActualsOverTime/',
    operation: 'getPredictionsVsActualsOverTime',
    summary: 'What was predicted beside what really happened, bucket by bucket',
    history: { added: 'v2.30' },
    query: VersusOverTimeQuery,
    replies: { 200: VersusOverTime },
    handle: (ctx, { params, query }) => versusOverTime(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionsVsActualsOverBatch/',
    operation: 'getPredictionsVsActualsOverBatch',
    summary: 'What was predicted beside what really happened, monitoring batch by monitoring batch',
    history: { added: 'v2.33' },
    query: VersusOverBatchQuery,
    replies: { 200: VersusOverBatch },
    handle: (ctx, { params, query }) => versusOverBatch(ctx, params.deploymentId, query),
  }),
];
