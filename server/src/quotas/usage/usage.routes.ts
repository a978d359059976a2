import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { QUOTA } from '../resource-access.ts';
import { replayQuota } from './replay-quota.ts';
import * as schema from './usage.schema.ts';
import { listSummed, listUsage, rateLimitUsage } from './usage.ts';

const route = routeGroup({ part: 'quotas', added: 'v2.43' });

export const replayRoutes = [
  route.post('/api/v2/quotas/{quotaId}/replay/', 'replayQuota', {
    access: needs(QUOTA, 'write', null),
    summary: 'Replay past usage against an edited quota: what it would have refused; nothing is changed',
    body: schema.ReplayBody,
    replies: { 200: schema.Replayed },
    refusals: { 403: ['sharing.role_too_small'], 404: ['quotas.no_such_quota'] },
    handle: (ctx, { params, body }) => replayQuota(ctx, params.quotaId, body),
  }),
];

export const usageRoutes = [
  route.get('/api/v2/quotas/{quotaId}/usage/', 'listQuotaUsage', {
    access: needs(QUOTA, 'read', null),
    summary: 'Usage and refusals of a quota by caller and minute, hour or day, newest first',
    query: schema.UsageQuery,
    replies: { 200: pageOf(schema.QuotaUsage) },
    refusals: { 404: ['quotas.no_such_quota'] },
    handle: (ctx, { params, url, query }) => listUsage(ctx, params.quotaId, url, query),
  }),
  route.get('/api/v2/usage/quotas/', 'listSummedQuotaUsage', {
    summary: 'Usage of all quotas by caller, highest first; the last 30 days by default',
    query: schema.SummedQuery,
    replies: { 200: pageOf(schema.SummedUsage) },
    handle: (ctx, { url, query }) => listSummed(ctx, url, query),
  }),
  route.get('/api/v2/account/rateLimitUsage/', 'getRateLimitUsage', {
    summary: 'Every rate limit that applies to you, with your usage',
    added: 'v2.29',
    agentKeys: 'own usage',
    query: pageQuery(1000),
    replies: { 200: schema.RateLimitUsage },
    refusals: { 401: ['accounts.agent_key_without_role'] },
    handle: (ctx, { url, query }) => rateLimitUsage(ctx, url, query),
  }),
];
