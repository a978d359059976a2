import { ADMINISTRATORS } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import * as schema from './quota.schema.ts';
import { createQuota, deleteQuota, getQuota, listQuotas, updateQuota } from './quotas.ts';
import { QUOTA } from './resource-access.ts';
import { createTemplate, deleteTemplate, getTemplate, listTemplates, QUOTA_TEMPLATE } from './templates.ts';

const route = routeGroup({ part: 'quotas', added: 'v2.39' });

const ONE = '/api/v2/quotas/{quotaId}/';

export const quotaRoutes = (requirePaging: boolean) => [
  route.get('/api/v2/quotas/', 'listQuotas', {
    summary: 'The quotas you may see, oldest first; of one resource by resourceType and resourceId',
    query: schema.quotaQuery(requirePaging),
    replies: { 200: pageOf(schema.Quota) },
    handle: (ctx, { url, query }) => listQuotas(ctx, url, query),
  }),
  route.post('/api/v2/quotas/', 'createQuota', {
    summary: 'Create a quota for a deployment or workload; one per resource',
    added: 'v2.43',
    body: schema.QuotaCreate,
    bodyOptional: 'as specified',
    replies: { 200: schema.Quota },
    refusals: {
      403: ['quotas.gateway', 'sharing.role_too_small'],
      404: ['sharing.no_such_thing'],
      409: ['quotas.already_set'],
    },
    handle: (ctx, { body }) => createQuota(ctx, body),
  }),
  route.get(ONE, 'getQuota', {
    access: needs(QUOTA, 'read', null),
    summary: 'One quota',
    replies: { 200: schema.Quota },
    refusals: { 404: ['quotas.no_such_quota'] },
    handle: (ctx, { params }) => getQuota(ctx, params.quotaId),
  }),
  route.patch(ONE, 'updateQuota', {
    access: needs(QUOTA, 'write', null),
    summary: 'Update a quota, effective from the next request; omitted fields keep their values',
    body: schema.QuotaUpdate,
    replies: { 200: schema.Quota },
    refusals: { 403: ['sharing.role_too_small'], 404: ['quotas.no_such_quota'] },
    handle: (ctx, { params, body }) => updateQuota(ctx, params.quotaId, body),
  }),
  route.delete(ONE, 'deleteQuota', {
    access: needs(QUOTA, 'write', null),
    summary: 'Delete a quota; its resource is no longer limited',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['quotas.no_such_quota'] },
    handle: (ctx, { params }) => deleteQuota(ctx, params.quotaId),
  }),
];

const TEMPLATE = '/api/v2/quotaTemplates/{quotaTemplateId}/';

export const templateRoutes = (requirePaging: boolean) => [
  route.get('/api/v2/quotaTemplates/', 'listQuotaTemplates', {
    summary: 'Quota templates: those of the product, then those of your organization',
    query: schema.templateQuery(requirePaging),
    replies: { 200: pageOf(schema.Template) },
    handle: (ctx, { url, query }) => listTemplates(ctx, url, query),
  }),
  route.post('/api/v2/quotaTemplates/', 'createQuotaTemplate', {
    access: ADMINISTRATORS,
    summary: 'Add a template for your organization; for administrators',
    body: schema.TemplateCreate,
    replies: { 201: schema.Template },
    handle: (ctx, { body }) => createTemplate(ctx, body),
  }),
  route.get(TEMPLATE, 'getQuotaTemplate', {
    access: needs(QUOTA_TEMPLATE, 'read', null),
    summary: 'One template',
    replies: { 200: schema.Template },
    refusals: { 404: ['quotas.no_such_template'] },
    handle: (ctx, { params }) => getTemplate(ctx, params.quotaTemplateId),
  }),
  route.delete(TEMPLATE, 'deleteQuotaTemplate', {
    access: ADMINISTRATORS,
    summary: 'Delete a template of your organization; quotas made with it stay; for administrators',
    replies: { 204: null },
    refusals: { 403: ['quotas.shipped_template'], 404: ['quotas.no_such_template'] },
    handle: (ctx, { params }) => deleteTemplate(ctx, params.quotaTemplateId),
  }),
];
