import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Template, TemplateCreate, templateQuery } from './quota.schema.ts';
import { createTemplate, deleteTemplate, getTemplate, listTemplates } from './templates.ts';

const history = { added: 'v2.39' };
const ONE = '/api/v2/quotaTemplates/{quotaTemplateId}/';

export const templateRoutes = (requirePaging: boolean) => [
  route({
    method: 'GET',
    path: '/api/v2/quotaTemplates/',
    operation: 'listQuotaTemplates',
    part: 'quotas',
    summary: 'Quota templates: those of the product, then those of your organization',
    history,
    access: 'account',
    query: templateQuery(requirePaging),
    replies: { 200: pageOf(Template) },
    handle: (ctx, { url, query }) => listTemplates(ctx, url, query),
  }),
  route({
    method: 'POST',
    path: '/api/v2/quotaTemplates/',
    operation: 'createQuotaTemplate',
    part: 'quotas',
    summary: 'Add a template for your organization; for administrators',
    history,
    access: 'account',
    body: TemplateCreate,
    replies: { 201: Template },
    handle: (ctx, { body }) => createTemplate(ctx, body),
  }),
  route({
    method: 'GET',
    path: ONE,
    operation: 'getQuotaTemplate',
    part: 'quotas',
    summary: 'One template',
    history,
    access: 'account',
    replies: { 200: Template },
    handle: (ctx, { params }) => getTemplate(ctx, params.quotaTemplateId),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    operation: 'deleteQuotaTemplate',
    part: 'quotas',
    summary: 'Delete a template of your organization; quotas made with it stay; for administrators',
    history,
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteTemplate(ctx, params.quotaTemplateId),
  }),
];
