import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { JobQuery } from '../queue/job.schema.ts';
import { cancelJob } from '../queue/jobs.ts';
import { PredictionMetadata, PredictionQuery, PredictionRequest, PredictJob } from './prediction.schema.ts';
import { DatasetUpload, FileUpload, ListQuery, PredictionDataset, UrlUpload } from './prediction-dataset.schema.ts';
import {
  deletePredictionDataset,
  getPredictionDataset,
  listPredictionDatasets,
  uploadDataset,
  uploadFile,
  uploadUrl,
} from './prediction-datasets.ts';
import {
  getMetadata,
  getPredictJob,
  listPredictions,
  listPredictJobs,
  readPredictions,
  requestPredictions,
} from './predictions.ts';

const common = { part: 'projects', history: { added: 'v2.0' } } as const;
const DATASETS = '/api/v2/projects/{projectId}/predictionDatasets/';
const DATASET = '/api/v2/projects/{projectId}/predictionDatasets/{datasetId}/';
const ALL = '/api/v2/projects/{projectId}/predictions/';
const JOBS = '/api/v2/projects/{projectId}/predictJobs/';
const Begun = z.strictObject({ statusId: z.string(), datasetId: z.string().optional() });

export const predictionRoutes = [
  route({
    ...common,
    method: 'POST',
    path: `${DATASETS}fileUploads/`,
    operation: 'uploadPredictionFile',
    summary: 'Upload a prediction dataset from a file',
    access: 'account',
    takes: 'form',
    body: FileUpload,
    replies: { 202: Begun },
    handle: (ctx, { params, form, body }) => uploadFile(ctx, params.projectId, form, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${DATASETS}urlUploads/`,
    operation: 'uploadPredictionUrl',
    summary: 'Upload a prediction dataset from a URL',
    access: 'account',
    body: UrlUpload,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => uploadUrl(ctx, params.projectId, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${DATASETS}datasetUploads/`,
    operation: 'uploadPredictionDataset',
    summary: 'Create a prediction dataset from the catalog',
    access: 'account',
    body: DatasetUpload,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => uploadDataset(ctx, params.projectId, body),
  }),
  route({
    ...common,
    method: 'GET',
    path: DATASETS,
    operation: 'listPredictionDatasets',
    summary: 'List prediction datasets, newest first; a limit of 0 means all',
    access: 'account',
    query: ListQuery,
    replies: { 200: pageOf(PredictionDataset) },
    handle: (ctx, { params, url, query }) => listPredictionDatasets(ctx, params.projectId, url, query),
  }),
  route({
    ...common,
    method: 'GET',
    path: DATASET,
    operation: 'getPredictionDataset',
    summary: 'Get a prediction dataset',
    access: 'account',
    replies: { 200: PredictionDataset },
    handle: (ctx, { params }) => getPredictionDataset(ctx, params.projectId, params.datasetId),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: DATASET,
    operation: 'deletePredictionDataset',
    summary: 'Delete a prediction dataset; its predictions stay',
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => deletePredictionDataset(ctx, params.projectId, params.datasetId),
  }),
  route({
    ...common,
    method: 'POST',
    path: ALL,
    operation: 'requestPredictions',
    summary: 'Start predictions as a job of the project',
    access: 'account',
    body: PredictionRequest,
    replies: { 202: z.strictObject({}) },
    handle: (ctx, { params, body }) => requestPredictions(ctx, params.projectId, body),
  }),
  route({
    ...common,
    method: 'GET',
    path: JOBS,
    operation: 'listPredictJobs',
    summary: 'List prediction jobs',
    access: 'account',
    query: JobQuery,
    replies: { 200: z.array(PredictJob) },
    handle: (ctx, { params, query }) => listPredictJobs(ctx, params.projectId, query.status),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${JOBS}{jobId}/`,
    operation: 'getPredictJob',
    summary: 'Get a prediction job; a finished one redirects to the predictions',
    access: 'account',
    replies: { 200: PredictJob, 303: PredictJob },
    handle: (ctx, { params }) => getPredictJob(ctx, params.projectId, params.jobId),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: `${JOBS}{jobId}/`,
    operation: 'cancelPredictJob',
    summary: 'Cancel a prediction job',
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => cancelJob(ctx, params.projectId, params.jobId, 'predict'),
  }),
  ...(['predictions', 'predictionsMetadata'] as const).map((name) =>
    route({
      ...common,
      method: 'GET',
      path: `/api/v2/projects/{projectId}/${name}/`,
      operation: name === 'predictions' ? 'listPredictions' : 'listPredictionsMetadata',
      summary: 'List predictions, newest first',
      access: 'account',
      query: PredictionQuery,
      replies: { 200: pageOf(PredictionMetadata) },
      handle: (ctx, { params, url, query }) => listPredictions(ctx, params.projectId, url, query),
    }),
  ),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/projects/{projectId}/predictionsMetadata/{predictionId}/',
    operation: 'getPredictionMetadata',
    summary: 'Get the metadata of predictions',
    access: 'account',
    replies: { 200: PredictionMetadata },
    handle: (ctx, { params }) => getMetadata(ctx, params.projectId, params.predictionId),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${ALL}{predictionId}/`,
    operation: 'getPredictions',
    summary: 'Predictions, as JSON or, with Accept: text/csv, as CSV',
    access: 'account',
    headers: { accept: 'text/csv for CSV' },
    replies: { 200: null },
    handle: (ctx, { params, headers }) =>
      readPredictions(ctx, params.projectId, params.predictionId, headers.accept ?? ''),
  }),
];
