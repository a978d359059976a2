import { pageQuery } from '../http/page.ts';
import { noContent } from '../http/reply.ts';
import { type RouteRecord, route } from '../http/route.ts';
import { cancelOrganizationJob, listOrganizationJobs, OrganizationJobs } from './organization-jobs.ts';

export const organizationJobRoutes: readonly RouteRecord[] = [
  route({
    method: 'GET',
    path: '/api/v2/organizationJobs/',
    operation: 'listOrganizationJobs',
    part: 'platform',
    summary: 'All work of the organization that is waiting or running, with who started it; for administrators',
    history: { added: 'v2.39' },
    access: 'account',
    query: pageQuery(),
    replies: { 200: OrganizationJobs },
    handle: (ctx, { query, url }) => listOrganizationJobs(ctx, url, query),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/organizationJobs/{statusId}/',
    operation: 'cancelOrganizationJob',
    part: 'platform',
    summary: 'Cancels work of anybody in the organization; for administrators',
    history: { added: 'v2.39' },
    access: 'account',
    replies: { 204: null },
    handle: async (ctx, { params }) => {
      await cancelOrganizationJob(ctx, params.statusId);
      return noContent();
    },
  }),
];
