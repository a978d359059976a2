import { noContent } from '../http/reply.ts';
import { type RouteRecord, route } from '../http/route.ts';
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

export const statusRoutes = (canSee: Sees, sources: StatusSources): readonly RouteRecord[] => [
  route({
    method: 'GET',
    path: '/api/v2/status/',
    operation: 'statusList',
    part: 'platform',
    summary: 'Lists the work you started that is waiting or running',
    history: { added: 'v2.0' },
    access: 'account',
    query: statusQuery,
    replies: { 200: statusPage },
    handle: (ctx, { query, url }) => listStatuses(ctx, query, url),
  }),
  route({
    method: 'GET',
    path: '/api/v2/status/{statusId}/',
    operation: 'statusRetrieve',
    part: 'platform',
    summary: 'Tells how far a piece of work is, and where its result is once finished',
    history: { added: 'v2.0' },
    access: 'account',
    replies: { 200: statusRecord, 303: statusRecord },
    handle: (ctx, { params }) => showStatus(ctx, params.statusId, canSee),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/status/{statusId}/',
    operation: 'statusDelete',
    part: 'platform',
    summary: 'Cancels a piece of work',
    history: { added: 'v2.0' },
    access: 'account',
    replies: { 204: null },
    handle: async (ctx, { params }) => {
      await cancelWork(ctx, params.statusId, canSee);
      return noContent();
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/status/{source}/{jobId}/',
    operation: 'jobStatusRetrieve',
    part: 'platform',
    summary: `How far a job is, and where its result is once finished: ${Object.keys(sources).join(', ')}`,
    history: { added: 'v2.0' },
    access: 'account',
    replies: { 200: statusRecord, 303: statusRecord },
    handle: (ctx, { params }) => showJobStatus(ctx, params, sources),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/status/{source}/{jobId}/',
    operation: 'jobStatusDelete',
    part: 'platform',
    summary: 'Cancels a job',
    history: { added: 'v2.0' },
    access: 'account',
    replies: { 204: null },
    handle: async (ctx, { params }) => {
      await cancelJobOf(ctx, params, sources);
      return noContent();
    },
  }),
];
