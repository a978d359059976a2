import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { Job, JobList, JobQuery, ModelJob } from './job.schema.ts';
import { cancelJob, getJob, getModelJob, listJobs, listModelJobs } from './jobs.ts';

const PATH = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const jobRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}jobs/`,
    operation: 'listProjectJobs',
    summary: 'The work of a project that waits or runs',
    query: JobQuery,
    replies: { 200: JobList },
    handle: (ctx, { params, query }) => listJobs(ctx, params.projectId, query.status),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}jobs/{jobId}/`,
    operation: 'getProjectJob',
    summary: 'One job; a finished one redirects to what it made',
    replies: { 200: Job, 303: Job },
    handle: (ctx, { params }) => getJob(ctx, params.projectId, params.jobId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: `${PATH}jobs/{jobId}/`,
    operation: 'cancelProjectJob',
    summary: 'Cancel a job',
    replies: { 204: null },
    handle: (ctx, { params }) => cancelJob(ctx, params.projectId, params.jobId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}modelJobs/`,
    operation: 'listModelJobs',
    summary: 'The models that wait to be trained or are being trained',
    query: JobQuery,
    replies: { 200: z.array(ModelJob) },
    handle: (ctx, { params, query }) => listModelJobs(ctx, params.projectId, query.status),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}modelJobs/{jobId}/`,
    operation: 'getModelJob',
    summary: 'One model that is being trained; a finished one redirects to the model',
    replies: { 200: ModelJob, 303: ModelJob },
    handle: (ctx, { params }) => getModelJob(ctx, params.projectId, params.jobId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: `${PATH}modelJobs/{jobId}/`,
    operation: 'cancelModelJob',
    summary: 'Do not train this model after all',
    replies: { 204: null },
    handle: (ctx, { params }) => cancelJob(ctx, params.projectId, params.jobId, 'model'),
  }),
];
