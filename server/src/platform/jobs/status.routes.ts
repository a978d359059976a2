import { noContent } from '../http/reply.ts';
import { type RouteRecord, routeGroup } from '../http/route.ts';
import { needs } from '../http/route-access.ts';
import * as status from './status.ts';

const route = routeGroup({ part: 'platform', added: 'v2.0' });

export const statusRoutes = (canSee: status.Sees, sources: status.StatusSources): readonly RouteRecord[] => [
  route.get('/api/v2/status/', 'statusList', {
    summary: 'Lists the work you started that is waiting or running',
    query: status.statusQuery,
    replies: { 200: status.statusPage },
    handle: (ctx, { query, url }) => status.listStatuses(ctx, query, url),
  }),
  route.get('/api/v2/status/{statusId}/', 'statusRetrieve', {
    access: needs(status.JOB, 'read', null),
    summary: 'Tells how far a piece of work is, and where its result is once finished',
    replies: { 200: status.statusRecord, 303: status.statusRecord },
    refusals: { 404: ['jobs.no_such_status'] },
    handle: (ctx, { params }) => status.showStatus(ctx, params.statusId, canSee),
  }),
  route.delete('/api/v2/status/{statusId}/', 'statusDelete', {
    access: needs(status.JOB, 'own', null),
    summary: 'Cancels a piece of work',
    replies: { 204: null },
    refusals: { 403: ['jobs.not_yours'], 404: ['jobs.no_such_status'] },
    handle: async (ctx, { params }) => {
      await status.cancelWork(ctx, params.statusId, canSee);
      return noContent();
    },
  }),
  route.get('/api/v2/status/{source}/{jobId}/', 'jobStatusRetrieve', {
    access: needs(status.JOB, 'read', null),
    summary: `How far a job is, and where its result is once finished: ${Object.keys(sources).join(', ')}`,
    replies: { 200: status.statusRecord, 303: status.statusRecord },
    refusals: { 404: ['batch.no_such_job', 'jobs.no_such_status'] },
    handle: (ctx, { params }) => status.showJobStatus(ctx, params, sources),
  }),
  route.delete('/api/v2/status/{source}/{jobId}/', 'jobStatusDelete', {
    access: needs(status.JOB, 'own', null),
    summary: 'Cancels a job',
    replies: { 204: null },
    refusals: { 404: ['batch.no_such_job', 'jobs.no_such_status'] },
    handle: async (ctx, { params }) => {
      await status.cancelJobOf(ctx, params, sources);
      return noContent();
    },
  }),
];
