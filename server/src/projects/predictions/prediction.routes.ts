import { z } from 'zod';
import { READING_REFUSALS } from '#data';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { JobQuery } from '../queue/job.schema.ts';
import { cancelJob } from '../queue/jobs.ts';
import { PredictionMetadata, PredictionQuery, PredictionRequest, PredictJob } from './prediction.schema.ts';
import { DatasetUpload, FileUpload, ListQuery, PredictionDataset, UrlUpload } from './prediction-dataset.schema.ts';
import * as predictionDatasets from './prediction-datasets.ts';
import * as predictions from './predictions.ts';

const route = routeGroup({ part: 'projects', added: 'v2.0' });
const DATASETS = '/api/v2/projects/{projectId}/predictionDatasets/';
const DATASET = '/api/v2/projects/{projectId}/predictionDatasets/{datasetId}/';
const ALL = '/api/v2/projects/{projectId}/predictions/';
const JOBS = '/api/v2/projects/{projectId}/predictJobs/';
const Begun = z.strictObject({ statusId: z.string(), datasetId: z.string().optional() });

export const predictionRoutes = [
  route.post(`${DATASETS}fileUploads/`, 'uploadPredictionFile', {
    access: needs(PROJECT, 'use'),
    summary: 'Upload a prediction dataset from a file',
    takes: 'form',
    body: FileUpload,
    replies: { 202: Begun },
    refusals: { 422: ['projects.no_target_yet'] },
    handle: (ctx, { params, form, body }) => predictionDatasets.uploadFile(ctx, params.projectId, form, body),
  }),
  route.post(`${DATASETS}urlUploads/`, 'uploadPredictionUrl', {
    access: needs(PROJECT, 'use'),
    summary: 'Upload a prediction dataset from a URL',
    body: UrlUpload,
    replies: { 202: Begun },
    refusals: { 422: ['projects.no_target_yet'] },
    handle: (ctx, { params, body }) => predictionDatasets.uploadUrl(ctx, params.projectId, body),
  }),
  route.post(`${DATASETS}datasetUploads/`, 'uploadPredictionDataset', {
    access: needs(PROJECT, 'use'),
    summary: 'Create a prediction dataset from the catalog',
    body: DatasetUpload,
    replies: { 202: Begun },
    refusals: { ...READING_REFUSALS, 422: [...READING_REFUSALS[422], 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => predictionDatasets.uploadDataset(ctx, params.projectId, body),
  }),
  route.get(DATASETS, 'listPredictionDatasets', {
    access: needs(PROJECT, 'read'),
    summary: 'List prediction datasets, newest first; a limit of 0 means all',
    query: ListQuery,
    replies: { 200: pageOf(PredictionDataset) },
    handle: (ctx, { params, url, query }) =>
      predictionDatasets.listPredictionDatasets(ctx, params.projectId, url, query),
  }),
  route.get(DATASET, 'getPredictionDataset', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a prediction dataset',
    replies: { 200: PredictionDataset },
    refusals: { 404: ['predictions.no_such_dataset'] },
    handle: (ctx, { params }) => predictionDatasets.getPredictionDataset(ctx, params.projectId, params.datasetId),
  }),
  route.delete(DATASET, 'deletePredictionDataset', {
    access: needs(PROJECT, 'write'),
    summary: 'Delete a prediction dataset; its predictions stay',
    replies: { 204: null },
    refusals: { 404: ['predictions.no_such_dataset', 'projects.no_such_project'] },
    handle: (ctx, { params }) => predictionDatasets.deletePredictionDataset(ctx, params.projectId, params.datasetId),
  }),
  route.post(ALL, 'requestPredictions', {
    access: needs(PROJECT, 'use'),
    summary: 'Start predictions as a job of the project',
    body: PredictionRequest,
    replies: { 202: z.strictObject({}) },
    refusals: { 404: ['predictions.no_such_dataset'], 422: ['predictions.no_time_series', 'projects.no_target_yet'] },
    handle: (ctx, { params, body }) => predictions.requestPredictions(ctx, params.projectId, body),
  }),
  route.get(JOBS, 'listPredictJobs', {
    access: needs(PROJECT, 'read'),
    summary: 'List prediction jobs',
    query: JobQuery,
    replies: { 200: z.array(PredictJob) },
    handle: (ctx, { params, query }) => predictions.listPredictJobs(ctx, params.projectId, query.status),
  }),
  route.get(`${JOBS}{jobId}/`, 'getPredictJob', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a prediction job; a finished one redirects to the predictions',
    replies: { 200: PredictJob, 303: PredictJob },
    refusals: { 404: ['projects.no_such_job'] },
    handle: (ctx, { params }) => predictions.getPredictJob(ctx, params.projectId, params.jobId),
  }),
  route.delete(`${JOBS}{jobId}/`, 'cancelPredictJob', {
    access: needs(PROJECT, 'write'),
    summary: 'Cancel a prediction job',
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_job', 'projects.no_such_project'] },
    handle: (ctx, { params }) => cancelJob(ctx, params.projectId, params.jobId, 'predict'),
  }),
  ...(['predictions', 'predictionsMetadata'] as const).map((name) =>
    route.get(
      `/api/v2/projects/{projectId}/${name}/`,
      name === 'predictions' ? 'listPredictions' : 'listPredictionsMetadata',
      {
        access: needs(PROJECT, 'read'),
        summary: 'List predictions, newest first',
        query: PredictionQuery,
        replies: { 200: pageOf(PredictionMetadata) },
        handle: (ctx, { params, url, query }) => predictions.listPredictions(ctx, params.projectId, url, query),
      },
    ),
  ),
  route.get('/api/v2/projects/{projectId}/predictionsMetadata/{predictionId}/', 'getPredictionMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the metadata of predictions',
    replies: { 200: PredictionMetadata },
    refusals: { 404: ['predictions.no_such_prediction'] },
    handle: (ctx, { params }) => predictions.getMetadata(ctx, params.projectId, params.predictionId),
  }),
  route.get(`${ALL}{predictionId}/`, 'getPredictions', {
    access: needs(PROJECT, 'use'),
    summary: 'Predictions, as JSON or, with Accept: text/csv, as CSV',
    headers: { accept: 'text/csv for CSV' },
    replies: { 200: null },
    refusals: { 404: ['predictions.no_such_prediction'] },
    handle: (ctx, { params, headers }) =>
      predictions.readPredictions(ctx, params.projectId, params.predictionId, headers.accept ?? ''),
  }),
];
