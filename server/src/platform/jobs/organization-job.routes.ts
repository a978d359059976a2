import { pageQuery } from '../http/page.ts';
import { noContent } from '../http/reply.ts';
import { type RouteRecord, routeGroup } from '../http/route.ts';
import { JobProblems } from './jobs.problems.ts';
import { cancelOrganizationJob, listOrganizationJobs, OrganizationJobs } from './organization-jobs.ts';

const route = routeGroup({ part: 'platform', added: 'v2.39' });

export const organizationJobRoutes: readonly RouteRecord[] = [
  route.get('/api/v2/organizationJobs/', 'listOrganizationJobs', {
    access: { administrators: JobProblems.notAdministrator },
    summary: 'All work of the organization that is waiting or running, with who started it; for administrators',
    query: pageQuery(),
    replies: { 200: OrganizationJobs },
    handle: (ctx, { query, url }) => listOrganizationJobs(ctx, url, query),
  }),
  route.delete('/api/v2/organizationJobs/{statusId}/', 'cancelOrganizationJob', {
    access: { administrators: JobProblems.notAdministrator },
    summary: 'Cancels work of anybody in the organization; for administrators',
    replies: { 204: null },
    refusals: { 404: ['jobs.no_open_job'] },
    handle: async (ctx, { params }) => {
      await cancelOrganizationJob(ctx, params.statusId);
      return noContent();
    },
  }),
];
