import { route } from '#platform/http/route.ts';
import { runDefinitionNow } from '../definitions/run-definition.ts';
import { Aborted, BatchJob, FromDefinition, Taken } from '../jobs/batch-job.schema.ts';
import { deleteBatchJob } from '../jobs/end-batch-job.ts';
import { uploadCsv } from '../upload/upload-csv.ts';
import { AnyJob, MonitoringJob } from './monitoring-job.schema.ts';
import { createMonitoringJob, seenAnyJob } from './monitoring-jobs.ts';
import { MonitoringJobCreate } from './monitoring-spec.schema.ts';

const common = { part: 'deployments', history: { added: 'v2.31' } } as const;
const ALL = '/api/v2/batchJobs/';
const ONE = '/api/v2/batchJobs/{batchJobId}/';

export const monitoringJobRoutes = [
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: '/api/v2/batchMonitoring/',
    operation: 'createBatchMonitoringJob',
    summary: 'Tell a deployment of predictions that were made elsewhere',
    body: MonitoringJobCreate,
    replies: { 202: MonitoringJob },
    handle: (ctx, { body }) => createMonitoringJob(ctx, body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getBatchJob',
    summary: 'One batch job of either kind: predictions or monitoring',
    replies: { 200: AnyJob },
    handle: (ctx, { params }) => seenAnyJob(ctx, params.batchJobId),
  }),
  route({
    ...common,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteBatchJob',
    summary: 'Abort a job that goes on; delete the results of one that has ended',
    replies: { 202: Aborted },
    handle: (ctx, { params }) => deleteBatchJob(ctx, params.batchJobId, 'any'),
  }),
  route({
    ...common,
    access: 'account',
    method: 'PUT',
    path: `${ONE}csvUpload/` as const,
    operation: 'uploadBatchJobRows',
    summary: 'Upload the rows of a batch job; they are worked on while they arrive',
    takes: 'bytes',
    replies: { 202: Taken },
    handle: (ctx, { params, headers, stream }) => uploadCsv(ctx, params.batchJobId, { headers, stream, kind: 'any' }),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: `${ALL}fromJobDefinition/` as const,
    operation: 'createBatchJobFromDefinition',
    summary: 'Run a job definition now',
    body: FromDefinition,
    replies: { 202: BatchJob },
    handle: (ctx, { body }) => runDefinitionNow(ctx, body.jobDefinitionId),
  }),
];
