import { canSee } from '#accounts';
import { noContent } from '#platform/http/reply.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import {
  cancelWork,
  JOB,
  listStatuses,
  showStatus,
  statusPage,
  statusQuery,
  statusRecord,
} from '#platform/jobs/status.ts';
import { genaiRoute } from './genai-route.ts';

/** The same statuses as everywhere, at the address where clients of this module look for them. */
export const statusRoutes: readonly RouteRecord[] = [
  genaiRoute.get('/api/v2/genai/status/', 'listGenaiStatuses', {
    summary: 'Lists the work you started that is waiting or running',
    query: statusQuery,
    replies: { 200: statusPage },
    handle: (ctx, { query, url }) => listStatuses(ctx, query, url),
  }),
  genaiRoute.get('/api/v2/genai/status/{statusId}/', 'getGenaiStatus', {
    access: needs(JOB, 'read', null),
    summary: 'Tells how far a piece of work is, and where its result is once finished',
    replies: { 200: statusRecord, 303: statusRecord },
    refusals: { 404: ['jobs.no_such_status'] },
    handle: (ctx, { params }) => showStatus(ctx, params.statusId, canSee),
  }),
  genaiRoute.delete('/api/v2/genai/status/{statusId}/', 'deleteGenaiStatus', {
    access: needs(JOB, 'own', null),
    summary: 'Cancels a piece of work',
    replies: { 204: null },
    refusals: { 404: ['jobs.no_such_status'] },
    handle: async (ctx, { params }) => {
      await cancelWork(ctx, params.statusId, canSee);
      return noContent();
    },
  }),
];
