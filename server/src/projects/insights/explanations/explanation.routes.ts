import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import * as schema from './explanation.schema.ts';
import * as explanations from './explanations.ts';

const SAMPLE = '/api/v2/projects/{projectId}/models/{modelId}/predictionExplanationsInitialization/';
const ROWS = '/api/v2/projects/{projectId}/predictionExplanations/';
const RECORDS = '/api/v2/projects/{projectId}/predictionExplanationsRecords/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const explanationRoutes = [
  route.post(SAMPLE, 'requestExplanationsInitialization', {
    access: needs(PROJECT, 'use'),
    summary: 'Initialize prediction explanations on a sample of the training data',
    replies: { 202: JobStarted },
    refusals: { 404: ['projects.no_such_model'], 422: ['projects.job_already_added', 'projects.no_target_yet'] },
    handle: (ctx, { params }) => explanations.requestInitialization(ctx, params.projectId, params.modelId),
  }),
  route.get(SAMPLE, 'getExplanationsInitialization', {
    access: needs(PROJECT, 'read'),
    summary: 'Get prediction explanations for a sample of the training data',
    replies: { 200: schema.ExplanationsSample },
    refusals: { 404: ['insights.not_computed', 'projects.no_such_model'] },
    handle: (ctx, { params }) => explanations.getInitialization(ctx, params.projectId, params.modelId),
  }),
  route.delete(SAMPLE, 'deleteExplanationsInitialization', {
    access: needs(PROJECT, 'write'),
    summary: 'Delete the initialization of prediction explanations',
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_model', 'projects.no_such_project'] },
    handle: (ctx, { params }) => explanations.deleteInitialization(ctx, params.projectId, params.modelId),
  }),
  route.post(ROWS, 'requestPredictionExplanations', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute prediction explanations for a dataset',
    body: schema.ExplanationsRequest,
    replies: { 202: JobStarted },
    refusals: {
      404: ['predictions.no_such_dataset', 'projects.no_such_model'],
      422: ['projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => explanations.requestExplanations(ctx, params.projectId, body),
  }),
  route.post('/api/v2/projects/{projectId}/predictionExplanationsOnTrainingData/', 'requestTrainingExplanations', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute prediction explanations for the rows of the project',
    added: 'v2.34',
    body: schema.TrainingExplanationsRequest,
    replies: { 202: JobStarted },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['projects.no_such_model'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, body }) => explanations.requestTrainingExplanations(ctx, params.projectId, body),
  }),
  route.get(`${ROWS}{explanationsId}/`, 'getPredictionExplanations', {
    access: needs(PROJECT, 'use'),
    summary: 'Get prediction explanations, paged',
    query: schema.ExplanationsQuery,
    replies: { 200: schema.ExplanationsPage },
    refusals: { 404: ['insights.no_such_rows'] },
    handle: (ctx, { params, url, query }) =>
      explanations.readExplanations(ctx, params.projectId, params.explanationsId, url, query),
  }),
  route.get(RECORDS, 'listExplanationsRecords', {
    access: needs(PROJECT, 'read'),
    summary: 'List prediction explanations, newest first',
    query: schema.RecordQuery,
    replies: { 200: pageOf(schema.ExplanationsRecord) },
    handle: (ctx, { params, url, query }) => explanations.listRecords(ctx, params.projectId, url, query),
  }),
  route.get(`${RECORDS}{explanationsId}/`, 'getExplanationsRecord', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the metadata of prediction explanations',
    replies: { 200: schema.ExplanationsRecord },
    refusals: { 404: ['insights.no_such_rows'] },
    handle: (ctx, { params }) => explanations.getRecord(ctx, params.projectId, params.explanationsId),
  }),
  route.delete(`${RECORDS}{explanationsId}/`, 'deleteExplanationsRecord', {
    access: needs(PROJECT, 'write'),
    summary: 'Delete prediction explanations',
    replies: { 204: null },
    refusals: { 404: ['insights.no_such_rows', 'projects.no_such_project'] },
    handle: (ctx, { params }) => explanations.deleteRecord(ctx, params.projectId, params.explanationsId),
  }),
];
