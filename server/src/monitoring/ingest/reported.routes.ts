import { route } from '#platform/http/route.ts';
import { Begun, FromDataset, Ok, ReportedInputs, ReportedRequests, ReportedStats } from './reported.schema.ts';
import { takeDataset } from './reported-dataset.job.ts';
import { takeInputs, takeRequests } from './reported-predictions.ts';
import { takeStats } from './reported-stats.ts';

const common = { method: 'POST', part: 'monitoring', history: { added: 'v2.18' } } as const;

export const reportedRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionRequests/fromJSON/',
    operation: 'reportPredictionRequests',
    summary: 'Report how requests went that were answered elsewhere',
    body: ReportedRequests,
    replies: { 202: Ok },
    handle: (ctx, { params, body }) => takeRequests(ctx, params.deploymentId, body),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionInputs/fromJSON/',
    operation: 'reportPredictionInputs',
    summary: 'Report rows and their predictions that were made elsewhere',
    body: ReportedInputs,
    replies: { 202: Ok },
    handle: (ctx, { params, body }) => takeInputs(ctx, params.deploymentId, body),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionInputs/fromDataset/',
    operation: 'reportPredictionInputsFromDataset',
    summary: 'Report the rows of a dataset as predictions of an external model',
    body: FromDataset,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => takeDataset(ctx, params.deploymentId, body),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/predictionStats/fromJSON/',
    operation: 'reportPredictionStats',
    summary: 'Report rows that were summed up elsewhere',
    body: ReportedStats,
    replies: { 202: Ok },
    handle: (ctx, { params, body }) => takeStats(ctx, params.deploymentId, body),
  }),
];
