import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { listCounters, readCounter, UserLimitCounter, UserLimits, UserLimitsQuery } from './counters.ts';

export const counterRoutes: readonly RouteRecord[] = [
  genaiRoute.get('/api/v2/genai/userLimits/', 'listUserLimits', {
    added: 'v2.43',
    summary: 'What each person has used of both counters, for administrators; your own for others; with the limits',
    query: UserLimitsQuery,
    replies: { 200: UserLimits },
    handle: (ctx, { url, query }) => listCounters(ctx, url, query),
  }),
  genaiRoute.get('/api/v2/genai/userLimits/llmApiCalls/', 'retrieveLlmApiCallsCounter', {
    summary: 'How many of your completed LLM API calls count towards the limit',
    replies: { 200: UserLimitCounter },
    handle: (ctx, { headers }) => readCounter(ctx, 'llmApiCalls', headers),
  }),
  genaiRoute.get('/api/v2/genai/userLimits/vectorDatabases/', 'retrieveVectorDatabasesCounter', {
    summary: 'How many of the vector databases you built count towards the limit',
    replies: { 200: UserLimitCounter },
    handle: (ctx, { headers }) => readCounter(ctx, 'vectorDatabases', headers),
  }),
];
