import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { JobStarted } from '../features/feature.schema.ts';
import {
  ExplanationsPage,
  ExplanationsQuery,
  ExplanationsRecord,
  ExplanationsRequest,
  ExplanationsSample,
  RecordQuery,
} from './explanation.schema.ts';
import {
  deleteInitialization,
  deleteRecord,
  getInitialization,
  getRecord,
  listRecords,
  readExplanations,
  requestExplanations,
  requestInitialization,
} from './explanations.ts';

const SAMPLE = '/api/v2/projects/{projectId}/models/{modelId}/predictionExplanationsInitialization/';
const ROWS = '/api/v2/projects/{projectId}/predictionExplanations/';
const RECORDS = '/api/v2/projects/{projectId}/predictionExplanationsRecords/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const explanationRoutes = [
  route.post(SAMPLE, 'requestExplanationsInitialization', {
    summary: 'Initialize prediction explanations on a sample of the training data',
    replies: { 202: JobStarted },
    handle: (ctx, { params }) => requestInitialization(ctx, params.projectId, params.modelId),
  }),
  route.get(SAMPLE, 'getExplanationsInitialization', {
    summary: 'Get prediction explanations for a sample of the training data',
    replies: { 200: ExplanationsSample },
    handle: (ctx, { params }) => getInitialization(ctx, params.projectId, params.modelId),
  }),
  route.delete(SAMPLE, 'deleteExplanationsInitialization', {
    summary: 'Delete the initialization of prediction explanations',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteInitialization(ctx, params.projectId, params.modelId),
  }),
  route.post(ROWS, 'requestPredictionExplanations', {
    summary: 'Compute prediction explanations for a dataset',
    body: ExplanationsRequest,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestExplanations(ctx, params.projectId, body),
  }),
  route.get(`${ROWS}{explanationsId}/`, 'getPredictionExplanations', {
    summary: 'Get prediction explanations, paged',
    query: ExplanationsQuery,
    replies: { 200: ExplanationsPage },
    handle: (ctx, { params, url, query }) => readExplanations(ctx, params.projectId, params.explanationsId, url, query),
  }),
  route.get(RECORDS, 'listExplanationsRecords', {
    summary: 'List prediction explanations, newest first',
    query: RecordQuery,
    replies: { 200: pageOf(ExplanationsRecord) },
    handle: (ctx, { params, url, query }) => listRecords(ctx, params.projectId, url, query),
  }),
  route.get(`${RECORDS}{explanationsId}/`, 'getExplanationsRecord', {
    summary: 'Get the metadata of prediction explanations',
    replies: { 200: ExplanationsRecord },
    handle: (ctx, { params }) => getRecord(ctx, params.projectId, params.explanationsId),
  }),
  route.delete(`${RECORDS}{explanationsId}/`, 'deleteExplanationsRecord', {
    summary: 'Delete prediction explanations',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteRecord(ctx, params.projectId, params.explanationsId),
  }),
];
