import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { JobStarted } from '../features/feature.schema.ts';
import {
  BacktestStability,
  DistanceStability,
  SeriesScore,
  SeriesScoreQuery,
  SeriesScoreRequest,
  StabilityQuery,
} from './accuracy.schema.ts';
import { backtestStability, distanceStability, listSeriesScores, requestSeriesScores } from './accuracy.ts';

const MODEL = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const accuracyRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: `${MODEL}multiseriesScores/`,
    operation: 'requestSeriesScores',
    summary: 'Compute accuracy by series',
    body: SeriesScoreRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    handle: (ctx, { params }) => requestSeriesScores(ctx, params.projectId, params.modelId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}multiseriesScores/`,
    operation: 'listSeriesScores',
    summary: 'Get accuracy by series, worst first',
    query: SeriesScoreQuery,
    replies: { 200: pageOf(SeriesScore) },
    handle: (ctx, { params, url, query }) => listSeriesScores(ctx, params.projectId, params.modelId, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}forecastDistanceStabilityPlot/`,
    operation: 'getForecastDistanceStability',
    summary: 'Get accuracy by forecast distance',
    query: StabilityQuery,
    replies: { 200: DistanceStability },
    handle: (ctx, { params, query }) => distanceStability(ctx, params.projectId, params.modelId, query.metricName),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}backtestStabilityPlot/`,
    operation: 'getBacktestStability',
    summary: 'Get accuracy by backtest',
    query: StabilityQuery,
    replies: { 200: BacktestStability },
    handle: (ctx, { params, query }) => backtestStability(ctx, params.projectId, params.modelId, query.metricName),
  }),
];
