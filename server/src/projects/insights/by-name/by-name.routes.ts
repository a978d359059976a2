import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { InsightItem, InsightQuery, InsightRequest, InsightStarted } from './by-name.schema.ts';
import { listInsights, requestByName } from './by-name.ts';

const shared = { part: 'projects', history: { added: 'v2.31' } } as const;

export const byNameRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/insights/{insightName}/models/{modelId}/',
    operation: 'listInsights',
    summary: 'Get an insight of a model by name: liftChart, rocCurve, residuals, featureImpact, ...',
    query: InsightQuery,
    replies: { 200: pageOf(InsightItem) },
    handle: (ctx, { params, url, query }) => listInsights(ctx, params.insightName, params.modelId, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: '/api/v2/insights/{insightName}/',
    operation: 'requestInsight',
    summary: 'Compute an insight of a model by name',
    body: InsightRequest,
    replies: { 202: InsightStarted },
    handle: (ctx, { params, body }) => requestByName(ctx, params.insightName, body),
  }),
];
