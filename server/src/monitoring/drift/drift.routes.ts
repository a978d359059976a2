import { route } from '#platform/http/route.ts';
import { distributions } from './distributions.ts';
import {
  DistributionPage,
  DistributionQuery,
  DriftOverBatchQuery,
  DriftOverTimeQuery,
  FeatureDriftOverBatch,
  FeatureDriftOverTime,
  FeatureDriftPage,
  FeatureDriftQuery,
  PredictionsOverBatch,
  PredictionsOverBatchQuery,
  PredictionsOverTime,
  PredictionsOverTimeQuery,
  TargetDrift,
  TargetDriftQuery,
} from './drift.schema.ts';
import { featureDrift, targetDrift } from './drift.ts';
import { featureDriftOverBatch, featureDriftOverTime } from './drift-over-time.ts';
import { predictionsOverBatch, predictionsOverTime } from './predictions-over-time.ts';

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

const common = { method: 'GET', part: 'monitoring' } as const;

export const driftRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/targetDrift/',
    operation: 'getTargetDrift',
    summary: 'How far predictions have moved from those on held-out training rows',
    history: { added: 'v2.18' },
    query: TargetDriftQuery,
    replies: { 200: TargetDrift },
    handle: (ctx, { params, query }) => targetDrift(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/featureDrift/',
    operation: 'listFeatureDrift',
    summary: 'How far each feature has moved from the training data',
    history: { added: 'v2.18' },
    query: FeatureDriftQuery,
    replies: { 200: FeatureDriftPage },
    handle: (ctx, { params, url, query }) => featureDrift(ctx, params.deploymentId, url, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/featureDriftOverTime/',
    operation: 'getFeatureDriftOverTime',
    summary: 'How far one or two features have moved, bucket by bucket',
    history: { added: 'v2.18' },
    query: DriftOverTimeQuery,
    replies: { 200: FeatureDriftOverTime },
    handle: (ctx, { params, query }) => featureDriftOverTime(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/featureDriftOverBatch/',
    operation: 'getFeatureDriftOverBatch',
    summary: 'How far features have moved, monitoring batch by monitoring batch',
    history: { added: 'v2.33' },
    query: DriftOverBatchQuery,
    replies: { 200: FeatureDriftOverBatch },
    handle: (ctx, { params, query }) => featureDriftOverBatch(ctx, params.deploymentId, query),
  }),
];

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
