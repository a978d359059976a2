import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import {
  BatchResult,
  BatchResultQuery,
  BatchTypeTransform,
  Discarded,
  DiscardedQuery,
  Feature,
  FeatureLog,
  FeatureQuery,
  Histogram,
  HistogramQuery,
  LogQuery,
  Metrics,
  MetricsQuery,
  ModelingFeature,
  ModelingFeatureQuery,
  TypeTransform,
} from './feature.schema.ts';
import {
  getFeature,
  getFeatureLog,
  getFeatureLogFile,
  getHistogram,
  getMetrics,
  getModelingFeature,
  listDiscarded,
  listFeatures,
  listModelingFeatures,
} from './features.ts';
import { batchResult, transformFeature, transformFeatures } from './transform-features.ts';

const PATH = '/api/v2/projects/{projectId}/';
const Started = z.strictObject({ statusId: z.string() });
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const featureRoutes = [
  route.get(`${PATH}features/`, 'listFeatures', {
    summary: 'List the features of a project, derived ones included',
    query: FeatureQuery,
    replies: { 200: z.array(Feature) },
    handle: (ctx, { params, query }) => listFeatures(ctx, params.projectId, query),
  }),
  route.get(`${PATH}features/metrics/`, 'listFeatureMetrics', {
    summary: 'List the metrics available for a target',
    query: MetricsQuery,
    replies: { 200: Metrics },
    handle: (ctx, { params, query }) => getMetrics(ctx, params.projectId, query.featureName),
  }),
  route.get(`${PATH}features/{featureName}/`, 'getFeature', {
    summary: 'One feature',
    replies: { 200: Feature },
    handle: (ctx, { params }) => getFeature(ctx, params.projectId, params.featureName),
  }),
  route.get(`${PATH}featureHistograms/{featureName}/`, 'getFeatureHistogram', {
    summary: 'Get the histogram of a feature',
    query: HistogramQuery,
    replies: { 200: Histogram },
    handle: (ctx, { params, query }) => getHistogram(ctx, params.projectId, params.featureName, query.binLimit),
  }),
  route.get(`${PATH}modelingFeatures/`, 'listModelingFeatures', {
    summary: 'List modeling features',
    query: ModelingFeatureQuery,
    replies: { 200: pageOf(ModelingFeature) },
    handle: (ctx, { params, url, query }) => listModelingFeatures(ctx, params.projectId, url, query),
  }),
  route.get(`${PATH}modelingFeatures/{featureName}/`, 'getModelingFeature', {
    summary: 'Get a modeling feature',
    replies: { 200: ModelingFeature },
    handle: (ctx, { params }) => getModelingFeature(ctx, params.projectId, params.featureName),
  }),
  route.post(`${PATH}typeTransformFeatures/`, 'transformFeature', {
    summary: 'Create a feature by converting another one to a different type',
    body: TypeTransform,
    replies: { 202: Started },
    handle: (ctx, { params, body }) => transformFeature(ctx, params.projectId, body),
  }),
  route.post(`${PATH}batchTypeTransformFeatures/`, 'transformFeatures', {
    summary: 'Create features by converting several others to a different type',
    body: BatchTypeTransform,
    replies: { 202: Started },
    handle: (ctx, { params, body }) => transformFeatures(ctx, params.projectId, body),
  }),
  route.get(`${PATH}batchTypeTransformFeaturesResult/{jobId}/`, 'getTransformedFeatures', {
    summary: 'List the features created by a batch of type conversions',
    query: BatchResultQuery,
    replies: { 200: BatchResult },
    handle: (ctx, { params, query }) => batchResult(ctx, params.projectId, query.newFeatureNames),
  }),
];

const derivationRoute = routeGroup({ part: 'projects', added: 'v2.11' });

export const derivationRoutes = [
  derivationRoute.get(`${PATH}timeSeriesFeatureLog/`, 'getTimeSeriesFeatureLog', {
    summary: 'Get the feature derivation log',
    query: LogQuery,
    replies: { 200: FeatureLog },
    handle: (ctx, { params, url, query }) => getFeatureLog(ctx, params.projectId, url, query),
  }),
  derivationRoute.get(`${PATH}timeSeriesFeatureLog/file/`, 'downloadTimeSeriesFeatureLog', {
    summary: 'Download the feature derivation log',
    replies: { 200: null },
    handle: (ctx, { params }) => getFeatureLogFile(ctx, params.projectId),
  }),
  derivationRoute.get(`${PATH}discardedFeatures/`, 'listDiscardedFeatures', {
    summary: 'List discarded derived features',
    query: DiscardedQuery,
    replies: { 200: Discarded },
    handle: (ctx, { params }) => listDiscarded(ctx, params.projectId),
  }),
];
