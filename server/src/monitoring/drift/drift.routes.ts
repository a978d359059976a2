import { DEPLOYMENT } from '#deployments';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { BUCKET_CODES, PERIOD_CODES } from '../scope/period.rules.ts';
import { distributions } from './distributions.ts';
import * as schema from './drift.schema.ts';
import { featureDrift, targetDrift } from './drift.ts';
import { featureDriftOverBatch, featureDriftOverTime } from './drift-over-time.ts';
import { predictionsOverBatch, predictionsOverTime } from './predictions-over-time.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.18', access: needs(DEPLOYMENT, 'read') });

export const distributionRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/featureDistributions/', 'listFeatureDistributions', {
    summary: 'Distributions of predictions and features in training and recently, in the same bins',
    added: 'v2.43',
    query: schema.DistributionQuery,
    replies: { 200: schema.DistributionPage },
    refusals: { 400: PERIOD_CODES, 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, url, query }) => distributions(ctx, params.deploymentId, url, query),
  }),
];

export const driftRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/targetDrift/', 'getTargetDrift', {
    summary: 'Target drift: predictions compared with those on held-out training rows',
    query: schema.TargetDriftQuery,
    replies: { 200: schema.TargetDrift },
    refusals: { 400: PERIOD_CODES, 403: ['monitoring.not_watched'], 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => targetDrift(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/featureDrift/', 'listFeatureDrift', {
    summary: 'Feature drift compared with the training data',
    query: schema.FeatureDriftQuery,
    replies: { 200: schema.FeatureDriftPage },
    refusals: { 400: PERIOD_CODES, 403: ['monitoring.not_watched'], 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, url, query }) => featureDrift(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/featureDriftOverTime/', 'getFeatureDriftOverTime', {
    summary: 'Drift of one or two features over time',
    query: schema.DriftOverTimeQuery,
    replies: { 200: schema.FeatureDriftOverTime },
    refusals: {
      400: [...PERIOD_CODES, ...BUCKET_CODES],
      403: ['monitoring.not_watched'],
      422: ['monitoring.unknown_features'],
    },
    handle: (ctx, { params, query }) => featureDriftOverTime(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/featureDriftOverBatch/', 'getFeatureDriftOverBatch', {
    summary: 'Feature drift by monitoring batch',
    added: 'v2.33',
    query: schema.DriftOverBatchQuery,
    replies: { 200: schema.FeatureDriftOverBatch },
    refusals: {
      403: ['monitoring.not_watched'],
      404: ['monitoring.no_such_batch'],
      422: ['monitoring.unknown_features'],
    },
    handle: (ctx, { params, query }) => featureDriftOverBatch(ctx, params.deploymentId, query),
  }),
];

export const predictionsRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/predictionsOverTime/', 'getPredictionsOverTime', {
    summary: 'Predictions over time, beside those on training data',
    added: 'v2.30',
    query: schema.PredictionsOverTimeQuery,
    replies: { 200: schema.PredictionsOverTime },
    refusals: { 400: [...PERIOD_CODES, ...BUCKET_CODES], 403: ['monitoring.not_watched'] },
    handle: (ctx, { params, query }) => predictionsOverTime(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/predictionsOverBatch/', 'getPredictionsOverBatch', {
    summary: 'Predictions by monitoring batch',
    added: 'v2.33',
    query: schema.PredictionsOverBatchQuery,
    replies: { 200: schema.PredictionsOverBatch },
    refusals: { 403: ['monitoring.not_watched'], 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => predictionsOverBatch(ctx, params.deploymentId, query),
  }),
];
