import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../core/project/get-project.ts';
import { Job, JobList, JobQuery, ModelJob } from './job.schema.ts';
import { cancelJob, getJob, getModelJob, listJobs, listModelJobs } from './jobs.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const jobRoutes = [
  route.get(`${PATH}jobs/`, 'listProjectJobs', {
    access: needs(PROJECT, 'read'),
    summary: 'List waiting and running jobs of a project',
    query: JobQuery,
    replies: { 200: JobList },
    handle: (ctx, { params, query }) => listJobs(ctx, params.projectId, query.status),
  }),
  route.get(`${PATH}jobs/{jobId}/`, 'getProjectJob', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a job; a finished one redirects to its result',
    replies: { 200: Job, 303: Job },
    refusals: { 404: ['projects.no_such_job'] },
    handle: (ctx, { params }) => getJob(ctx, params.projectId, params.jobId),
  }),
  route.delete(`${PATH}jobs/{jobId}/`, 'cancelProjectJob', {
    access: needs(PROJECT, 'write'),
    summary: 'Cancel a job',
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_job', 'projects.no_such_project'] },
    handle: (ctx, { params }) => cancelJob(ctx, params.projectId, params.jobId),
  }),
  route.get(`${PATH}modelJobs/`, 'listModelJobs', {
    access: needs(PROJECT, 'read'),
    summary: 'List models that wait for training or are being trained',
    query: JobQuery,
    replies: { 200: z.array(ModelJob) },
    handle: (ctx, { params, query }) => listModelJobs(ctx, params.projectId, query.status),
  }),
  route.get(`${PATH}modelJobs/{jobId}/`, 'getModelJob', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a training job; a finished one redirects to the model',
    replies: { 200: ModelJob, 303: ModelJob },
    refusals: { 404: ['projects.no_such_job'] },
    handle: (ctx, { params }) => getModelJob(ctx, params.projectId, params.jobId),
  }),
  route.delete(`${PATH}modelJobs/{jobId}/`, 'cancelModelJob', {
    access: needs(PROJECT, 'write'),
    summary: 'Cancel a training job',
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_job', 'projects.no_such_project'] },
    handle: (ctx, { params }) => cancelJob(ctx, params.projectId, params.jobId, 'model'),
  }),
];
