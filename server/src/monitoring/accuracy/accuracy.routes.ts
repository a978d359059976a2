import { DEPLOYMENT } from '#deployments';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { BUCKET_CODES, PERIOD_CODES } from '../scope/period.rules.ts';
import * as schema from './accuracy.schema.ts';
import { accuracy, chooseMetrics, getChosenMetrics } from './accuracy.ts';
import { accuracyOverBatch, accuracyOverTime } from './accuracy-over-time.ts';
import { predictionResults } from './prediction-results.ts';
import { versusOverBatch, versusOverTime } from './predictions-vs-actuals.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.37' });

export const resultsRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/predictionResults/', 'listPredictionResults', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Predictions with an association ID beside their actuals, as JSON or CSV',
    headers: { Accept: 'text/csv for a file of all of them' },
    added: 'v2.24',
    query: schema.ResultsQuery,
    replies: { 200: schema.Results },
    refusals: { 400: PERIOD_CODES, 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, url, query, headers }) =>
      predictionResults(ctx, params.deploymentId, url, query, headers.accept ?? ''),
  }),
];

const leaving = (field: string, replacedBy: string) => ({
  field,
  deprecated: { since: 'v2.33', replacedBy },
  removed: 'v2.35',
});

export const accuracyRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/accuracyMetrics/', 'getAccuracyMetrics', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The metrics of accuracy statistics',
    replies: { 200: schema.ChosenMetrics },
    handle: (ctx, { params }) => getChosenMetrics(ctx, params.deploymentId),
  }),
  route.put('/api/v2/deployments/{deploymentId}/accuracyMetrics/', 'chooseAccuracyMetrics', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Choose the metrics of accuracy statistics and their order',
    body: schema.ChosenMetrics,
    replies: { 200: schema.ChosenMetrics },
    handle: (ctx, { params, body }) => chooseMetrics(ctx, params.deploymentId, body),
  }),
  route.get('/api/v2/deployments/{deploymentId}/accuracy/', 'getAccuracy', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Accuracy of a deployment beside that of its model in training',
    added: 'v2.18',
    query: schema.AccuracyQuery,
    replies: { 200: schema.Accuracy },
    refusals: { 400: PERIOD_CODES, 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => accuracy(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/accuracyOverTime/', 'getDeploymentAccuracyOverTime', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Accuracy over time',
    history: {
      added: 'v2.18',
      fields: [
        leaving('modelId', 'modelId of each bucket and baseline'),
        leaving('summary', 'GET accuracy/'),
        leaving('buckets[].valuePerClass', 'perClass'),
      ],
    },
    query: schema.AccuracyOverTimeQuery,
    replies: { 200: schema.AccuracyOverTime },
    refusals: { 400: [...PERIOD_CODES, ...BUCKET_CODES] },
    handle: (ctx, { params, query }) => accuracyOverTime(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/accuracyOverBatch/', 'getAccuracyOverBatch', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Accuracy by monitoring batch',
    added: 'v2.33',
    query: schema.AccuracyOverBatchQuery,
    replies: { 200: schema.AccuracyOverBatch },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => accuracyOverBatch(ctx, params.deploymentId, query),
  }),
];

export const versusRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/predictionsVsActualsOverTime/', 'getPredictionsVsActualsOverTime', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Predictions and actuals over time',
    added: 'v2.30',
    query: schema.VersusOverTimeQuery,
    replies: { 200: schema.VersusOverTime },
    refusals: { 400: [...PERIOD_CODES, ...BUCKET_CODES] },
    handle: (ctx, { params, query }) => versusOverTime(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/predictionsVsActualsOverBatch/', 'getPredictionsVsActualsOverBatch', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Predictions and actuals by monitoring batch',
    added: 'v2.33',
    query: schema.VersusOverBatchQuery,
    replies: { 200: schema.VersusOverBatch },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => versusOverBatch(ctx, params.deploymentId, query),
  }),
];
