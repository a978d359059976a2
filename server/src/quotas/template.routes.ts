import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { Template, TemplateCreate, templateQuery } from './quota.schema.ts';
import { createTemplate, deleteTemplate, getTemplate, listTemplates } from './templates.ts';

const route = routeGroup({ part: 'quotas', added: 'v2.39' });

const ONE = '/api/v2/quotaTemplates/{quotaTemplateId}/';

export const templateRoutes = (requirePaging: boolean) => [
  route.get('/api/v2/quotaTemplates/', 'listQuotaTemplates', {
    summary: 'Quota templates: those of the product, then those of your organization',
    query: templateQuery(requirePaging),
    replies: { 200: pageOf(Template) },
    handle: (ctx, { url, query }) => listTemplates(ctx, url, query),
  }),
  route.post('/api/v2/quotaTemplates/', 'createQuotaTemplate', {
    summary: 'Add a template for your organization; for administrators',
    body: TemplateCreate,
    replies: { 201: Template },
    handle: (ctx, { body }) => createTemplate(ctx, body),
  }),
  route.get(ONE, 'getQuotaTemplate', {
    summary: 'One template',
    replies: { 200: Template },
    handle: (ctx, { params }) => getTemplate(ctx, params.quotaTemplateId),
  }),
  route.delete(ONE, 'deleteQuotaTemplate', {
    summary: 'Delete a template of your organization; quotas made with it stay; for administrators',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteTemplate(ctx, params.quotaTemplateId),
  }),
];
