import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { replayQuota } from './replay-quota.ts';
import {
  QuotaUsage,
  RateLimitUsage,
  ReplayBody,
  Replayed,
  SummedQuery,
  SummedUsage,
  UsageQuery,
} from './usage.schema.ts';
import { listSummed, listUsage, rateLimitUsage } from './usage.ts';

export const replayRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/quotas/{quotaId}/replay/',
    operation: 'replayQuota',
    part: 'quotas',
    summary: 'Replay past usage against an edited quota: what it would have refused; nothing is changed',
    history: { added: 'v2.43' },
    access: 'account',
    body: ReplayBody,
    replies: { 200: Replayed },
    handle: (ctx, { params, body }) => replayQuota(ctx, params.quotaId, body),
  }),
];

export const usageRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/quotas/{quotaId}/usage/',
    operation: 'listQuotaUsage',
    part: 'quotas',
    summary: 'Usage and refusals of a quota by caller and minute, hour or day, newest first',
    history: { added: 'v2.43' },
    access: 'account',
    query: UsageQuery,
    replies: { 200: pageOf(QuotaUsage) },
    handle: (ctx, { params, url, query }) => listUsage(ctx, params.quotaId, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/usage/quotas/',
    operation: 'listSummedQuotaUsage',
    part: 'quotas',
    summary: 'Usage of all quotas by caller, highest first; the last 30 days by default',
    history: { added: 'v2.43' },
    access: 'account',
    query: SummedQuery,
    replies: { 200: pageOf(SummedUsage) },
    handle: (ctx, { url, query }) => listSummed(ctx, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/account/rateLimitUsage/',
    operation: 'getRateLimitUsage',
    part: 'quotas',
    summary: 'Every rate limit that applies to you, with your usage',
    history: { added: 'v2.29' },
    access: 'account',
    agentKeys: 'own usage',
    query: pageQuery(1000),
    replies: { 200: RateLimitUsage },
    handle: (ctx, { url, query }) => rateLimitUsage(ctx, url, query),
  }),
];
