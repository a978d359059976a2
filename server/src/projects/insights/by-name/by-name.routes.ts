import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { InsightItem, InsightQuery, InsightRequest, InsightStarted } from './by-name.schema.ts';
import { listInsights, readInsightCsv, requestByName } from './by-name.ts';

const route = routeGroup({ part: 'projects', added: 'v2.31' });

export const byNameRoutes = [
  route.get('/api/v2/insights/{insightName}/models/{modelId}/', 'listInsights', {
    access: needs(PROJECT, 'read', null),
    summary:
      'Get an insight of a model by name: liftChart, rocCurve, residuals, featureImpact, shapMatrix, ...; a SHAP matrix also as CSV',
    headers: { accept: 'text/csv for the CSV of a SHAP matrix' },
    query: InsightQuery,
    replies: { 200: pageOf(InsightItem) },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'insights.not_scored', 'projects.no_such_model'],
      422: [
        'insights.no_slices',
        'insights.no_such_insight',
        'insights.no_such_source',
        'insights.not_for_task',
        'insights.not_sliced',
      ],
    },
    handle: (ctx, { params, url, headers, query }) =>
      headers.accept?.includes('text/csv')
        ? readInsightCsv(ctx, params.insightName, params.modelId, query)
        : listInsights(ctx, params.insightName, params.modelId, url, query),
  }),
  route.post('/api/v2/insights/{insightName}/', 'requestInsight', {
    access: needs(PROJECT, 'use', null),
    summary: 'Compute an insight of a model by name',
    body: InsightRequest,
    replies: { 202: InsightStarted },
    refusals: {
      403: ['insights.holdout_locked', 'sharing.role_too_small'],
      404: ['insights.not_scored', 'projects.no_such_model'],
      422: [
        'insights.already_computed',
        'insights.no_slices',
        'insights.no_such_insight',
        'insights.no_such_source',
        'insights.not_for_task',
        'insights.not_sliced',
        'projects.job_already_added',
      ],
    },
    handle: (ctx, { params, body }) => requestByName(ctx, params.insightName, body),
  }),
];
