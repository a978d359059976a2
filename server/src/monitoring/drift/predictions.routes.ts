import { route } from '#platform/http/route.ts';
import {
  PredictionsOverBatch,
  PredictionsOverBatchQuery,
  PredictionsOverTime,
  PredictionsOverTimeQuery,
} from './drift.schema.ts';
import { predictionsOverBatch, predictionsOverTime } from './predictions-over-time.ts';

const common = { method: 'GET', part: 'monitoring' } as const;

export const predictionsRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionsOverTime/',
    operation: 'getPredictionsOverTime',
    summary: 'What a deployment predicted, bucket by bucket, beside what its model predicted on training rows',
    history: { added: 'v2.30' },
    query: PredictionsOverTimeQuery,
    replies: { 200: PredictionsOverTime },
    handle: (ctx, { params, query }) => predictionsOverTime(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionsOverBatch/',
    operation: 'getPredictionsOverBatch',
    summary: 'What a deployment predicted, monitoring batch by monitoring batch',
    history: { added: 'v2.33' },
    query: PredictionsOverBatchQuery,
    replies: { 200: PredictionsOverBatch },
    handle: (ctx, { params, query }) => predictionsOverBatch(ctx, params.deploymentId, query),
  }),
];
