import { noContent } from '../http/reply.ts';
import { type RouteRecord, routeGroup } from '../http/route.ts';
import {
  cancelJobOf,
  cancelWork,
  listStatuses,
  type Sees,
  type StatusSources,
  showJobStatus,
  showStatus,
  statusPage,
  statusQuery,
  statusRecord,
} from './status.ts';

const route = routeGroup({ part: 'platform', added: 'v2.0' });

export const statusRoutes = (canSee: Sees, sources: StatusSources): readonly RouteRecord[] => [
  route.get('/api/v2/status/', 'statusList', {
    summary: 'Lists the work you started that is waiting or running',
    query: statusQuery,
    replies: { 200: statusPage },
    handle: (ctx, { query, url }) => listStatuses(ctx, query, url),
  }),
  route.get('/api/v2/status/{statusId}/', 'statusRetrieve', {
    summary: 'Tells how far a piece of work is, and where its result is once finished',
    replies: { 200: statusRecord, 303: statusRecord },
    handle: (ctx, { params }) => showStatus(ctx, params.statusId, canSee),
  }),
  route.delete('/api/v2/status/{statusId}/', 'statusDelete', {
    summary: 'Cancels a piece of work',
    replies: { 204: null },
    handle: async (ctx, { params }) => {
      await cancelWork(ctx, params.statusId, canSee);
      return noContent();
    },
  }),
  route.get('/api/v2/status/{source}/{jobId}/', 'jobStatusRetrieve', {
    summary: `How far a job is, and where its result is once finished: ${Object.keys(sources).join(', ')}`,
    replies: { 200: statusRecord, 303: statusRecord },
    handle: (ctx, { params }) => showJobStatus(ctx, params, sources),
  }),
  route.delete('/api/v2/status/{source}/{jobId}/', 'jobStatusDelete', {
    summary: 'Cancels a job',
    replies: { 204: null },
    handle: async (ctx, { params }) => {
      await cancelJobOf(ctx, params, sources);
      return noContent();
    },
  }),
];
