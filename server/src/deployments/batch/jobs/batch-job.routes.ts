import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { AGAIN_CODES, TARGET_CODES, UPLOAD_REFUSALS } from '../batch.problems.ts';
import { runDefinitionNow } from '../definitions/run-definition.ts';
import { finalizeParts, uploadCsv, uploadPart } from '../intake/upload.ts';
import { downloadResults } from '../output/results.ts';
import * as schema from './batch-job.schema.ts';
import { BATCH_JOB, changeBatchJob, deleteBatchJob, listBatchJobs, showBatchJob } from './batch-jobs.ts';
import { BatchJobCreate } from './batch-spec.schema.ts';
import { createBatchJob, createFromExisting } from './create-batch-job.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.21' });
const ALL = '/api/v2/batchPredictions/';
const ONE = '/api/v2/batchPredictions/{predictionJobId}/';
const UPLOAD = `${ONE}csvUpload/` as const;
/** A download waits for rows that are still being uploaded. */
const SILENCE_SECONDS = 3600;

export const batchJobRoutes = [
  route.post(ALL, 'createBatchPredictionJob', {
    summary: 'Score a batch of rows with a deployment or a registered version',
    body: BatchJobCreate,
    replies: { 202: schema.BatchJob },
    refusals: { 422: TARGET_CODES },
    handle: (ctx, { body }) => createBatchJob(ctx, body),
  }),
  route.get(ALL, 'listBatchPredictionJobs', {
    summary: 'Your batch prediction jobs, newest first; `allJobs` lists those of all users to administrators',
    query: schema.BatchJobQuery,
    replies: { 200: pageOf(schema.BatchJob) },
    handle: (ctx, { url, query }) => listBatchJobs(ctx, url, query),
  }),
  route.post(`${ALL}fromExisting/` as const, 'createBatchPredictionJobFromExisting', {
    summary: 'Run an earlier job again',
    body: schema.FromExisting,
    replies: { 202: schema.BatchJob },
    refusals: { 404: ['batch.no_such_job'], 422: ['batch.job_without_parts', ...AGAIN_CODES] },
    handle: (ctx, { body }) => createFromExisting(ctx, body),
  }),
  route.post(`${ALL}fromJobDefinition/` as const, 'createBatchPredictionJobFromDefinition', {
    summary: 'Run a job definition now',
    body: schema.FromDefinition,
    replies: { 202: schema.BatchJob },
    refusals: { 404: ['batch.no_such_definition'], 422: AGAIN_CODES },
    handle: (ctx, { body }) => runDefinitionNow(ctx, body.jobDefinitionId),
  }),
  route.get(ONE, 'getBatchPredictionJob', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'One batch prediction job: progress, log, and the URLs for upload and download',
    replies: { 200: schema.BatchJob },
    refusals: { 404: ['batch.no_such_job'] },
    handle: (ctx, { params }) => showBatchJob(ctx, params.predictionJobId),
  }),
  route.patch(ONE, 'changeBatchPredictionJob', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'Abort a job, or hide it from lists',
    body: schema.BatchJobChange,
    replies: { 200: schema.BatchJob },
    refusals: { 404: ['batch.no_such_job'] },
    handle: (ctx, { params, body }) => changeBatchJob(ctx, params.predictionJobId, body),
  }),
  route.delete(ONE, 'deleteBatchPredictionJob', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'Abort a running job; delete the results of one that has ended',
    replies: { 202: schema.Aborted },
    refusals: { 404: ['batch.no_such_job'], 409: ['batch.results_gone_already'] },
    handle: (ctx, { params }) => deleteBatchJob(ctx, params.predictionJobId),
  }),
  route.put(UPLOAD, 'uploadBatchPredictionRows', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'Upload the rows to score; they are scored while they arrive',
    takes: 'bytes',
    replies: { 202: schema.Taken },
    refusals: UPLOAD_REFUSALS,
    handle: (ctx, { params, headers, stream }) => uploadCsv(ctx, params.predictionJobId, { headers, stream }),
  }),
  route.put(`${UPLOAD}part/{partNumber}/` as const, 'uploadBatchPredictionPart', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'Upload one part of the rows, with the header row; parts are numbered from 0',
    takes: 'bytes',
    replies: { 202: schema.Taken },
    refusals: {
      400: ['batch.upload_broke_off'],
      404: ['batch.no_such_job'],
      406: ['batch.not_csv'],
      409: ['batch.already_final', 'batch.already_uploaded', 'batch.part_there'],
      422: ['batch.job_ended', 'batch.not_in_parts', 'batch.not_local_intake', 'batch.wrong_part'],
    },
    handle: (ctx, { params, headers, stream }) =>
      uploadPart(ctx, params.predictionJobId, params.partNumber, { headers, stream }),
  }),
  route.post(`${UPLOAD}finalizeMultipart/` as const, 'finalizeBatchPredictionParts', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'All parts are uploaded',
    replies: { 202: schema.Taken },
    refusals: {
      404: ['batch.no_such_job'],
      409: ['batch.already_final'],
      422: ['batch.job_ended', 'batch.not_in_parts', 'batch.not_local_intake', 'batch.parts_missing'],
    },
    handle: (ctx, { params }) => finalizeParts(ctx, params.predictionJobId),
  }),
  route.get(`${ONE}download/` as const, 'downloadBatchPredictions', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'The results as CSV; a download that starts while the job is running follows it to its end',
    silenceSeconds: SILENCE_SECONDS,
    replies: { 200: null },
    refusals: {
      404: ['batch.no_such_job', 'batch.results_gone'],
      406: ['batch.results_are_csv'],
      422: ['batch.not_downloadable'],
    },
    handle: (ctx, { params, headers, gone }) => downloadResults(ctx, params.predictionJobId, headers, gone()),
  }),
];
