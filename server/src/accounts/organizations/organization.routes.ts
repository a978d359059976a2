import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { getOrganization, listOrganizations } from './list-organizations.ts';
import { Organization } from './organization.schema.ts';

export const organizationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/organizations/',
    operation: 'listOrganizations',
    part: 'accounts',
    summary: 'The organizations you belong to: your own',
    history: { added: 'v2.43' },
    access: 'account',
    query: pageQuery(),
    replies: { 200: pageOf(Organization) },
    handle: (ctx, { url, query }) => listOrganizations(ctx, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/{organizationId}/',
    operation: 'getOrganization',
    part: 'accounts',
    summary: 'One organization',
    history: { added: 'v2.43' },
    access: 'account',
    replies: { 200: Organization },
    handle: (ctx, { params }) => getOrganization(ctx, params.organizationId),
  }),
];
