import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Quota, QuotaCreate, QuotaUpdate, quotaQuery } from './quota.schema.ts';
import { createQuota, deleteQuota, getQuota, listQuotas, updateQuota } from './quotas.ts';

const history = { added: 'v2.39' };
const ONE = '/api/v2/quotas/{quotaId}/';

export const quotaRoutes = (requirePaging: boolean) => [
  route({
    method: 'GET',
    path: '/api/v2/quotas/',
    operation: 'listQuotas',
    part: 'quotas',
    summary: 'The quotas you may see, oldest first; of one resource by resourceType and resourceId',
    history,
    access: 'account',
    query: quotaQuery(requirePaging),
    replies: { 200: pageOf(Quota) },
    handle: (ctx, { url, query }) => listQuotas(ctx, url, query),
  }),
  route({
    method: 'POST',
    path: '/api/v2/quotas/',
    operation: 'createQuota',
    part: 'quotas',
    summary: 'Create a quota for a deployment or workload; one per resource',
    history: { added: 'v2.43' },
    access: 'account',
    body: QuotaCreate,
    bodyOptional: 'as specified',
    replies: { 200: Quota },
    handle: (ctx, { body }) => createQuota(ctx, body),
  }),
  route({
    method: 'GET',
    path: ONE,
    operation: 'getQuota',
    part: 'quotas',
    summary: 'One quota',
    history,
    access: 'account',
    replies: { 200: Quota },
    handle: (ctx, { params }) => getQuota(ctx, params.quotaId),
  }),
  route({
    method: 'PATCH',
    path: ONE,
    operation: 'updateQuota',
    part: 'quotas',
    summary: 'Update a quota, effective from the next request; omitted fields keep their values',
    history,
    access: 'account',
    body: QuotaUpdate,
    replies: { 200: Quota },
    handle: (ctx, { params, body }) => updateQuota(ctx, params.quotaId, body),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    operation: 'deleteQuota',
    part: 'quotas',
    summary: 'Delete a quota; its resource is no longer limited',
    history,
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteQuota(ctx, params.quotaId),
  }),
];
