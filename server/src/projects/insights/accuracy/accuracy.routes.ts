import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import * as schema from './accuracy.schema.ts';
import { backtestStability, distanceStability, listSeriesScores, requestSeriesScores } from './accuracy.ts';

const MODEL = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const accuracyRoutes = [
  route.post(`${MODEL}multiseriesScores/`, 'requestSeriesScores', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute accuracy by series',
    body: schema.SeriesScoreRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    refusals: {
      404: ['projects.no_such_model'],
      422: ['insights.not_for_task', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params }) => requestSeriesScores(ctx, params.projectId, params.modelId),
  }),
  route.get(`${MODEL}multiseriesScores/`, 'listSeriesScores', {
    access: needs(PROJECT, 'read'),
    summary: 'Get accuracy by series, worst first',
    query: schema.SeriesScoreQuery,
    replies: { 200: pageOf(schema.SeriesScore) },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'projects.no_such_model'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, url, query }) => listSeriesScores(ctx, params.projectId, params.modelId, url, query),
  }),
  route.get(`${MODEL}forecastDistanceStabilityPlot/`, 'getForecastDistanceStability', {
    access: needs(PROJECT, 'read'),
    summary: 'Get accuracy by forecast distance',
    query: schema.StabilityQuery,
    replies: { 200: schema.DistanceStability },
    refusals: { 404: ['projects.no_such_model'], 422: ['insights.not_for_task'] },
    handle: (ctx, { params, query }) => distanceStability(ctx, params.projectId, params.modelId, query.metricName),
  }),
  route.get(`${MODEL}backtestStabilityPlot/`, 'getBacktestStability', {
    access: needs(PROJECT, 'read'),
    summary: 'Get accuracy by backtest',
    query: schema.StabilityQuery,
    replies: { 200: schema.BacktestStability },
    refusals: { 404: ['projects.no_such_model', 'projects.not_dated'] },
    handle: (ctx, { params, query }) => backtestStability(ctx, params.projectId, params.modelId, query.metricName),
  }),
];
