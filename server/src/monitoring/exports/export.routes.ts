import { routeGroup } from '#platform/http/route.ts';
import { exportActuals, exportPredictions, exportTraining } from './create-export.ts';
import {
  ActualsExport,
  ActualsExportRequest,
  ActualsPage,
  ActualsQuery,
  JobAccepted,
  PredictionsExport,
  PredictionsExportRequest,
  PredictionsPage,
  PredictionsQuery,
  TrainingExport,
  TrainingExportRequest,
  TrainingPage,
  TrainingQuery,
} from './export.schema.ts';
import {
  getActualsExport,
  getPredictionsExport,
  getTrainingExport,
  listActualsExports,
  listPredictionsExports,
  listTrainingExports,
} from './read-exports.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.33' });
const PREDICTIONS = '/api/v2/deployments/{deploymentId}/predictionDataExports/';
const ACTUALS = '/api/v2/deployments/{deploymentId}/actualsDataExports/';
const TRAINING = '/api/v2/deployments/{deploymentId}/trainingDataExports/';

export const exportRoutes = [
  route.post(PREDICTIONS, 'createPredictionDataExport', {
    summary: 'Export prediction rows as a dataset',
    body: PredictionsExportRequest,
    replies: { 202: JobAccepted },
    handle: (ctx, { params, body }) => exportPredictions(ctx, params.deploymentId, body),
  }),
  route.get(PREDICTIONS, 'listPredictionDataExports', {
    summary: 'Exports of predicted rows, the newest first',
    query: PredictionsQuery,
    replies: { 200: PredictionsPage },
    handle: (ctx, { params, url, query }) => listPredictionsExports(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/predictionDataExports/{exportId}/', 'getPredictionDataExport', {
    summary: 'An export of predicted rows',
    replies: { 200: PredictionsExport },
    handle: (ctx, { params }) => getPredictionsExport(ctx, params.deploymentId, params.exportId),
  }),
  route.post(ACTUALS, 'createActualsDataExport', {
    summary: 'Export actuals with their predictions as a dataset',
    body: ActualsExportRequest,
    replies: { 202: JobAccepted },
    handle: (ctx, { params, body }) => exportActuals(ctx, params.deploymentId, body),
  }),
  route.get(ACTUALS, 'listActualsDataExports', {
    summary: 'Exports of actuals, the newest first',
    query: ActualsQuery,
    replies: { 200: ActualsPage },
    handle: (ctx, { params, url, query }) => listActualsExports(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/actualsDataExports/{exportId}/', 'getActualsDataExport', {
    summary: 'An export of actuals',
    replies: { 200: ActualsExport },
    handle: (ctx, { params }) => getActualsExport(ctx, params.deploymentId, params.exportId),
  }),
  route.post(TRAINING, 'createTrainingDataExport', {
    summary: 'Export the training data of a model as a dataset',
    body: TrainingExportRequest,
    replies: { 202: JobAccepted },
    handle: (ctx, { params, body }) => exportTraining(ctx, params.deploymentId, body),
  }),
  route.get(TRAINING, 'listTrainingDataExports', {
    summary: 'Exports of training data that succeeded, the newest first',
    query: TrainingQuery,
    replies: { 200: TrainingPage },
    handle: (ctx, { params, url, query }) => listTrainingExports(ctx, params.deploymentId, url, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/trainingDataExports/{exportId}/', 'getTrainingDataExport', {
    summary: 'An export of training data',
    replies: { 200: TrainingExport },
    handle: (ctx, { params }) => getTrainingExport(ctx, params.deploymentId, params.exportId),
  }),
];
