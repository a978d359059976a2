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
    summary: 'Distributions of predictions and features in training and recently, in the same bins',
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
    summary: 'Target drift: predictions compared with those on held-out training rows',
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
    summary: 'Feature drift compared with the training data',
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
    summary: 'Drift of one or two features over time',
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
    summary: 'Feature drift by monitoring batch',
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
    summary: 'Predictions over time, beside those on training data',
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
    summary: 'Predictions by monitoring batch',
    history: { added: 'v2.33' },
    query: PredictionsOverBatchQuery,
    replies: { 200: PredictionsOverBatch },
    handle: (ctx, { params, query }) => predictionsOverBatch(ctx, params.deploymentId, query),
  }),
];
