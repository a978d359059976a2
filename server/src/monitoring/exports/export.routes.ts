import { DEPLOYMENT } from '#deployments';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { exportActuals, exportPredictions, exportTraining } from './create-export.ts';
import * as schema from './export.schema.ts';
import * as readExports from './read-exports.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.33', access: needs(DEPLOYMENT, 'write') });
const PREDICTIONS = '/api/v2/deployments/{deploymentId}/predictionDataExports/';
const ACTUALS = '/api/v2/deployments/{deploymentId}/actualsDataExports/';
const TRAINING = '/api/v2/deployments/{deploymentId}/trainingDataExports/';

export const exportRoutes = [
  route.post(PREDICTIONS, 'createPredictionDataExport', {
    summary: 'Export prediction rows as a dataset',
    body: schema.PredictionsExportRequest,
    replies: { 202: schema.JobAccepted },
    refusals: { 404: ['monitoring.no_such_batch'], 422: ['monitoring.not_of_deployment', 'monitoring.rows_not_kept'] },
    handle: (ctx, { params, body }) => exportPredictions(ctx, params.deploymentId, body),
  }),
  route.get(PREDICTIONS, 'listPredictionDataExports', {
    summary: 'Exports of predicted rows, the newest first',
    query: schema.PredictionsQuery,
    replies: { 200: schema.PredictionsPage },
    handle: (ctx, { params, url, query }) => readExports.listPredictionsExports(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/predictionDataExports/{exportId}/', 'getPredictionDataExport', {
    summary: 'An export of predicted rows',
    replies: { 200: schema.PredictionsExport },
    refusals: { 404: ['monitoring.no_such_export'] },
    handle: (ctx, { params }) => readExports.getPredictionsExport(ctx, params.deploymentId, params.exportId),
  }),
  route.post(ACTUALS, 'createActualsDataExport', {
    summary: 'Export actuals with their predictions as a dataset',
    body: schema.ActualsExportRequest,
    replies: { 202: schema.JobAccepted },
    refusals: { 422: ['monitoring.not_of_deployment'] },
    handle: (ctx, { params, body }) => exportActuals(ctx, params.deploymentId, body),
  }),
  route.get(ACTUALS, 'listActualsDataExports', {
    summary: 'Exports of actuals, the newest first',
    query: schema.ActualsQuery,
    replies: { 200: schema.ActualsPage },
    handle: (ctx, { params, url, query }) => readExports.listActualsExports(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/actualsDataExports/{exportId}/', 'getActualsDataExport', {
    summary: 'An export of actuals',
    replies: { 200: schema.ActualsExport },
    refusals: { 404: ['monitoring.no_such_export'] },
    handle: (ctx, { params }) => readExports.getActualsExport(ctx, params.deploymentId, params.exportId),
  }),
  route.post(TRAINING, 'createTrainingDataExport', {
    summary: 'Export the training data of a model as a dataset',
    body: schema.TrainingExportRequest,
    replies: { 202: schema.JobAccepted },
    refusals: { 422: ['monitoring.no_training_data', 'monitoring.not_of_deployment'] },
    handle: (ctx, { params, body }) => exportTraining(ctx, params.deploymentId, body),
  }),
  route.get(TRAINING, 'listTrainingDataExports', {
    summary: 'Exports of training data that succeeded, the newest first',
    query: schema.TrainingQuery,
    replies: { 200: schema.TrainingPage },
    handle: (ctx, { params, url, query }) => readExports.listTrainingExports(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/trainingDataExports/{exportId}/', 'getTrainingDataExport', {
    summary: 'An export of training data',
    replies: { 200: schema.TrainingExport },
    refusals: { 404: ['monitoring.no_such_export'] },
    handle: (ctx, { params }) => readExports.getTrainingExport(ctx, params.deploymentId, params.exportId),
  }),
];
