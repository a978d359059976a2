import type { RouteRecord } from '#platform/http/route.ts';
import { genaiRoute } from '../genai-route.ts';
import { UserLimitCounter } from './counter.schema.ts';
import { readCounter } from './read-counter.ts';

export const counterRoutes: readonly RouteRecord[] = [
  genaiRoute({
    method: 'GET',
    path: '/api/v2/genai/userLimits/llmApiCalls/',
    operation: 'retrieveLlmApiCallsCounter',
    summary: 'How many of your completed LLM API calls count towards the limit',
    replies: { 200: UserLimitCounter },
    handle: (ctx, { headers }) => readCounter(ctx, 'llmApiCalls', headers),
  }),
  genaiRoute({
    method: 'GET',
    path: '/api/v2/genai/userLimits/vectorDatabases/',
    operation: 'retrieveVectorDatabasesCounter',
    summary: 'How many of the vector databases you built count towards the limit',
    replies: { 200: UserLimitCounter },
    handle: (ctx, { headers }) => readCounter(ctx, 'vectorDatabases', headers),
  }),
];
