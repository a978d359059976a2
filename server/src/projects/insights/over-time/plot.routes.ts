import { routeGroup } from '#platform/http/route.ts';
import { JobStarted } from '../features/feature.schema.ts';
import {
  AccuracyMetadata,
  AccuracyMetadataQuery,
  AccuracyPlot,
  AccuracyPreviewQuery,
  AccuracyQuery,
  ForecastMetadata,
  ForecastPlot,
  ForecastPreviewQuery,
  ForecastQuery,
  PlotPreview,
  TrendRequest,
} from './plot.schema.ts';
import {
  accuracyMetadata,
  forecastMetadata,
  readAccuracy,
  readForecasts,
  readPreview,
  requestTrendPlots,
} from './plots.ts';

const MODEL = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.25' });

export const plotRoutes = [
  route.post(`${MODEL}datetimeTrendPlots/`, 'requestDatetimeTrendPlots', {
    summary: 'Compute plots by forecast distance',
    body: TrendRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    handle: (ctx, { params, body }) => requestTrendPlots(ctx, params.projectId, params.modelId, body ?? {}),
  }),
  route.get(`${MODEL}accuracyOverTimePlots/metadata/`, 'getAccuracyOverTimeMetadata', {
    summary: 'List available accuracy over time plots',
    query: AccuracyMetadataQuery,
    replies: { 200: AccuracyMetadata },
    handle: (ctx, { params, query }) => accuracyMetadata(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}accuracyOverTimePlots/preview/`, 'getAccuracyOverTimePreview', {
    summary: 'Get a preview of an accuracy over time plot',
    query: AccuracyPreviewQuery,
    replies: { 200: PlotPreview },
    handle: (ctx, { params, query }) => readPreview(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}accuracyOverTimePlots/`, 'getAccuracyOverTime', {
    summary: 'Get an accuracy over time plot: predicted and actual, of one series or the mean of all',
    query: AccuracyQuery,
    replies: { 200: AccuracyPlot },
    handle: (ctx, { params, query }) => readAccuracy(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}forecastVsActualPlots/metadata/`, 'getForecastVsActualMetadata', {
    summary: 'List available forecast vs actual plots',
    replies: { 200: ForecastMetadata },
    handle: (ctx, { params }) => forecastMetadata(ctx, params.projectId, params.modelId),
  }),
  route.get(`${MODEL}forecastVsActualPlots/preview/`, 'getForecastVsActualPreview', {
    summary: 'Get a preview of a forecast vs actual plot',
    query: ForecastPreviewQuery,
    replies: { 200: PlotPreview },
    handle: (ctx, { params, query }) => readPreview(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}forecastVsActualPlots/`, 'getForecastVsActual', {
    summary: 'Get a forecast vs actual plot by distance, of one series or the mean of all',
    query: ForecastQuery,
    replies: { 200: ForecastPlot },
    handle: (ctx, { params, query }) => readForecasts(ctx, params.projectId, params.modelId, query),
  }),
];
