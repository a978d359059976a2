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
    summary: 'What a quota would have refused yesterday, had it been changed like this; nothing is changed',
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
    summary: 'Who used what of a quota and who was refused, by minute, hour or day, newest first',
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
    summary:
      'Who used how many requests and tokens of what is limited, the most first; of the last 30 days unless said',
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
    summary: 'Every limit that binds you, with what you have used of it',
    history: { added: 'v2.29' },
    access: 'account',
    agentKeys: 'own usage',
    query: pageQuery(1000),
    replies: { 200: RateLimitUsage },
    handle: (ctx, { url, query }) => rateLimitUsage(ctx, url, query),
  }),
];
