import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import * as schema from './plot.schema.ts';
import * as plots from './plots.ts';

const MODEL = '/api/v2/projects/{projectId}/datetimeModels/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.25' });

export const plotRoutes = [
  route.post(`${MODEL}datetimeTrendPlots/`, 'requestDatetimeTrendPlots', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute plots by forecast distance',
    body: schema.TrendRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_scored', 'projects.no_such_model', 'projects.not_dated'],
      422: ['insights.not_for_task', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => plots.requestTrendPlots(ctx, params.projectId, params.modelId, body ?? {}),
  }),
  route.get(`${MODEL}accuracyOverTimePlots/metadata/`, 'getAccuracyOverTimeMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'List available accuracy over time plots',
    query: schema.AccuracyMetadataQuery,
    replies: { 200: schema.AccuracyMetadata },
    refusals: { 404: ['projects.no_such_model', 'projects.not_dated'], 422: ['insights.not_for_task'] },
    handle: (ctx, { params, query }) => plots.accuracyMetadata(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}accuracyOverTimePlots/preview/`, 'getAccuracyOverTimePreview', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a preview of an accuracy over time plot',
    query: schema.AccuracyPreviewQuery,
    replies: { 200: schema.PlotPreview },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'insights.not_scored', 'projects.no_such_model', 'projects.not_dated'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, query }) => plots.readPreview(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}accuracyOverTimePlots/`, 'getAccuracyOverTime', {
    access: needs(PROJECT, 'read'),
    summary: 'Get an accuracy over time plot: predicted and actual, of one series or the mean of all',
    query: schema.AccuracyQuery,
    replies: { 200: schema.AccuracyPlot },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'insights.not_scored', 'projects.no_such_model', 'projects.not_dated'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, query }) => plots.readAccuracy(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}forecastVsActualPlots/metadata/`, 'getForecastVsActualMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'List available forecast vs actual plots',
    replies: { 200: schema.ForecastMetadata },
    refusals: { 404: ['projects.no_such_model', 'projects.not_dated'], 422: ['insights.not_for_task'] },
    handle: (ctx, { params }) => plots.forecastMetadata(ctx, params.projectId, params.modelId),
  }),
  route.get(`${MODEL}forecastVsActualPlots/preview/`, 'getForecastVsActualPreview', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a preview of a forecast vs actual plot',
    query: schema.ForecastPreviewQuery,
    replies: { 200: schema.PlotPreview },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'insights.not_scored', 'projects.no_such_model', 'projects.not_dated'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, query }) => plots.readPreview(ctx, params.projectId, params.modelId, query),
  }),
  route.get(`${MODEL}forecastVsActualPlots/`, 'getForecastVsActual', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a forecast vs actual plot by distance, of one series or the mean of all',
    query: schema.ForecastQuery,
    replies: { 200: schema.ForecastPlot },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_computed', 'insights.not_scored', 'projects.no_such_model', 'projects.not_dated'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, query }) => plots.readForecasts(ctx, params.projectId, params.modelId, query),
  }),
];
