import { z } from 'zod';
import { page, pageOf, pageQuery } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { AGAIN_CODES, BatchProblems, UPLOAD_REFUSALS } from '../batch.problems.ts';
import { runDefinitionNow } from '../definitions/run-definition.ts';
import { uploadCsv } from '../intake/upload.ts';
import { Aborted, BatchJob, FromDefinition, Taken } from '../jobs/batch-job.schema.ts';
import { BATCH_JOB, deleteBatchJob } from '../jobs/batch-jobs.ts';
import { createMonitoringJob, showAnyJob } from './monitoring-jobs.ts';
import { AnyJob, MonitoringJob, MonitoringJobCreate } from './monitoring-spec.schema.ts';

const route = routeGroup({ part: 'deployments', added: 'v2.31' });
const ALL = '/api/v2/batchJobs/';
const ONE = '/api/v2/batchJobs/{batchJobId}/';

export const monitoringJobRoutes = [
  route.post('/api/v2/batchMonitoring/', 'createBatchMonitoringJob', {
    summary: 'Report predictions that were made elsewhere to a deployment',
    body: MonitoringJobCreate,
    replies: { 202: MonitoringJob },
    handle: (ctx, { body }) => createMonitoringJob(ctx, body),
  }),
  route.get(ONE, 'getBatchJob', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'One batch job of either kind: predictions or monitoring',
    replies: { 200: AnyJob },
    refusals: { 404: ['batch.no_such_job'] },
    handle: (ctx, { params }) => showAnyJob(ctx, params.batchJobId),
  }),
  route.delete(ONE, 'deleteBatchJob', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'Abort a running job; delete the results of one that has ended',
    replies: { 202: Aborted },
    refusals: { 404: ['batch.no_such_job'], 409: ['batch.results_gone_already'] },
    handle: (ctx, { params }) => deleteBatchJob(ctx, params.batchJobId, 'any'),
  }),
  route.put(`${ONE}csvUpload/` as const, 'uploadBatchJobRows', {
    access: needs(BATCH_JOB, 'own', null),
    summary: 'Upload the rows of a batch job; they are worked on while they arrive',
    takes: 'bytes',
    replies: { 202: Taken },
    refusals: UPLOAD_REFUSALS,
    handle: (ctx, { params, headers, stream }) => uploadCsv(ctx, params.batchJobId, { headers, stream, kind: 'any' }),
  }),
  route.post(`${ALL}fromJobDefinition/` as const, 'createBatchJobFromDefinition', {
    summary: 'Run a job definition now',
    body: FromDefinition,
    replies: { 202: BatchJob },
    refusals: { 404: ['batch.no_such_definition'], 422: AGAIN_CODES },
    handle: (ctx, { body }) => runDefinitionNow(ctx, body.jobDefinitionId),
  }),
];

const DEFINITIONS = '/api/v2/batchMonitoringJobDefinitions/';
const DEFINITION = '/api/v2/batchMonitoringJobDefinitions/{jobDefinitionId}/';
const Definition = z.strictObject({ id: z.string() });

/** Monitoring jobs are not kept as definitions: nothing is listed, nothing found, and making one says what to do. */
export const monitoringDefinitionRoutes = [
  route.post(DEFINITIONS, 'createBatchMonitoringJobDefinition', {
    summary: 'Unsupported: create monitoring jobs with batchMonitoring/',
    body: z.looseObject({}),
    replies: {},
    refusals: { 422: ['batch.no_monitoring_definitions'] },
    handle: () => refuse(BatchProblems.noMonitoringDefinitions),
  }),
  route.get(DEFINITIONS, 'listBatchMonitoringJobDefinitions', {
    summary: 'Definitions of monitoring jobs: there are none',
    alwaysEmpty: 'Monitoring jobs are not kept as definitions',
    query: pageQuery().extend({ searchName: z.string().optional(), deploymentId: z.string().optional() }),
    replies: { 200: pageOf(Definition) },
    handle: (ctx, { url, query }) => page(ctx.links, url, query, [], 0),
  }),
  ...(['get', 'patch', 'delete'] as const).map((method) =>
    route[method](DEFINITION, `${method === 'patch' ? 'change' : method}BatchMonitoringJobDefinition`, {
      summary: 'Definitions of monitoring jobs: there are none',
      ...(method === 'patch' ? { body: z.looseObject({}) } : {}),
      replies: {},
      refusals: { 404: ['batch.no_such_monitoring_definition'] },
      handle: (_ctx, { params }) => refuse(BatchProblems.noSuchMonitoringDefinition, params.jobDefinitionId),
    }),
  ),
];
