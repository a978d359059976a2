import { READING_REFUSALS } from '#data';
import { DEPLOYMENT } from '#deployments';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { deleteData } from './deletion.job.ts';
import {
  ActualsFromDataset,
  ActualsFromJson,
  Deletion,
  DeletionAccepted,
  FromDataset,
  JobAccepted,
  MOST_ACTUALS,
  Ok,
  ReportedInputs,
  ReportedRequests,
  ReportedStats,
} from './ingest.schema.ts';
import { reportDataset } from './reported-dataset.job.ts';
import { reportInputs, reportRequests } from './reported-predictions.ts';
import { reportStats } from './reported-stats.ts';
import { submitActuals, submitActualsDataset } from './submit-actuals.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.18' });

const REPORT_CODES = {
  404: ['monitoring.no_such_batch'],
  422: ['monitoring.batch_locked', 'monitoring.not_of_deployment', 'monitoring.wrong_report'],
};

export const reportedRoutes = [
  route.post('/api/v2/deployments/{deploymentId}/predictionRequests/fromJSON/', 'reportPredictionRequests', {
    access: needs(DEPLOYMENT, 'use'),
    summary: 'Report the service statistics of requests served elsewhere',
    body: ReportedRequests,
    replies: { 202: Ok },
    refusals: REPORT_CODES,
    handle: (ctx, { params, body }) => reportRequests(ctx, params.deploymentId, body),
  }),
  route.post('/api/v2/deployments/{deploymentId}/predictionInputs/fromJSON/', 'reportPredictionInputs', {
    access: needs(DEPLOYMENT, 'use'),
    summary: 'Report rows and predictions made elsewhere',
    body: ReportedInputs,
    replies: { 202: Ok },
    refusals: REPORT_CODES,
    handle: (ctx, { params, body }) => reportInputs(ctx, params.deploymentId, body),
  }),
  route.post('/api/v2/deployments/{deploymentId}/predictionInputs/fromDataset/', 'reportPredictionInputsFromDataset', {
    access: needs(DEPLOYMENT, 'use'),
    summary: 'Report the rows of a dataset as predictions of an external model',
    body: FromDataset,
    replies: { 202: JobAccepted },
    refusals: { ...READING_REFUSALS, 405: ['monitoring.not_external'] },
    handle: (ctx, { params, body }) => reportDataset(ctx, params.deploymentId, body),
  }),
  route.post('/api/v2/deployments/{deploymentId}/predictionStats/fromJSON/', 'reportPredictionStats', {
    access: needs(DEPLOYMENT, 'use'),
    summary: 'Report aggregates of predictions made elsewhere',
    body: ReportedStats,
    replies: { 202: Ok },
    refusals: REPORT_CODES,
    handle: (ctx, { params, body }) => reportStats(ctx, params.deploymentId, body),
  }),
];

export const actualsRoutes = [
  route.post('/api/v2/deployments/{deploymentId}/actuals/fromJSON/', 'submitActuals', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Submit actuals by association ID',
    body: ActualsFromJson,
    insteadOfMore: `Send at most ${MOST_ACTUALS} actuals in a request, or a dataset with POST actuals/fromDataset/.`,
    replies: { 202: JobAccepted },
    refusals: {
      422: ['actuals.no_association_id', 'actuals.nothing_happens', 'actuals.repeated'],
      429: ['actuals.too_many'],
    },
    handle: (ctx, { params, body }) => submitActuals(ctx, params.deploymentId, body),
  }),
  route.post('/api/v2/deployments/{deploymentId}/actuals/fromDataset/', 'submitActualsFromDataset', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Submit actuals from a dataset',
    body: ActualsFromDataset,
    replies: { 202: JobAccepted },
    refusals: {
      ...READING_REFUSALS,
      422: [...READING_REFUSALS[422], 'actuals.no_association_id', 'actuals.nothing_happens'],
      429: ['actuals.too_many'],
    },
    handle: (ctx, { params, body }) => submitActualsDataset(ctx, params.deploymentId, body),
  }),
];

export const deletionRoutes = [
  route.post('/api/v2/deployments/{deploymentId}/monitoringDataDeletions/', 'deleteMonitoringData', {
    access: needs(DEPLOYMENT, 'own'),
    summary: 'Delete the monitoring data of a model, all of it or a period',
    added: 'v2.27',
    body: Deletion,
    replies: { 202: DeletionAccepted },
    refusals: { 422: ['monitoring.not_of_deployment'] },
    handle: (ctx, { params, body }) => deleteData(ctx, params.deploymentId, body),
  }),
];
