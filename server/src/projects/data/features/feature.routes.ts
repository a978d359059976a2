import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './feature.schema.ts';
import * as features from './features.ts';
import { batchResult, transformFeature, transformFeatures } from './transform-features.ts';

const PATH = '/api/v2/projects/{projectId}/';
const Started = z.strictObject({ statusId: z.string() });
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const featureRoutes = [
  route.get(`${PATH}features/`, 'listFeatures', {
    access: needs(PROJECT, 'read'),
    summary: 'List the features of a project, derived ones included',
    query: schema.FeatureQuery,
    replies: { 200: z.array(schema.Feature) },
    refusals: { 404: ['projects.no_such_project'] },
    handle: (ctx, { params, query }) => features.listFeatures(ctx, params.projectId, query),
  }),
  route.get(`${PATH}features/metrics/`, 'listFeatureMetrics', {
    access: needs(PROJECT, 'read'),
    summary: 'List the metrics available for a target',
    query: schema.MetricsQuery,
    replies: { 200: schema.Metrics },
    refusals: { 404: ['projects.no_such_feature'] },
    handle: (ctx, { params, query }) => features.getMetrics(ctx, params.projectId, query.featureName),
  }),
  route.get(`${PATH}features/{featureName}/`, 'getFeature', {
    access: needs(PROJECT, 'read'),
    summary: 'One feature',
    replies: { 200: schema.Feature },
    refusals: { 404: ['projects.no_such_feature'] },
    handle: (ctx, { params }) => features.getFeature(ctx, params.projectId, params.featureName),
  }),
  route.get(`${PATH}featureHistograms/{featureName}/`, 'getFeatureHistogram', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the histogram of a feature',
    query: schema.HistogramQuery,
    replies: { 200: schema.Histogram },
    refusals: { 404: ['projects.no_such_feature'] },
    handle: (ctx, { params, query }) =>
      features.getHistogram(ctx, params.projectId, params.featureName, query.binLimit),
  }),
  route.get(`${PATH}modelingFeatures/`, 'listModelingFeatures', {
    access: needs(PROJECT, 'read'),
    summary: 'List modeling features',
    query: schema.ModelingFeatureQuery,
    replies: { 200: pageOf(schema.ModelingFeature) },
    refusals: { 422: ['projects.no_target_yet'] },
    handle: (ctx, { params, url, query }) => features.listModelingFeatures(ctx, params.projectId, url, query),
  }),
  route.get(`${PATH}modelingFeatures/{featureName}/`, 'getModelingFeature', {
    access: needs(PROJECT, 'read'),
    summary: 'Get a modeling feature',
    replies: { 200: schema.ModelingFeature },
    refusals: { 404: ['projects.no_such_feature'], 422: ['projects.no_target_yet'] },
    handle: (ctx, { params }) => features.getModelingFeature(ctx, params.projectId, params.featureName),
  }),
  route.post(`${PATH}typeTransformFeatures/`, 'transformFeature', {
    access: needs(PROJECT, 'write'),
    summary: 'Create a feature by converting another one to a different type',
    body: schema.TypeTransform,
    replies: { 202: Started },
    refusals: {
      404: ['projects.no_such_feature'],
      422: ['projects.feature_name_taken', 'projects.feature_not_a_date', 'projects.target_chosen'],
    },
    handle: (ctx, { params, body }) => transformFeature(ctx, params.projectId, body),
  }),
  route.post(`${PATH}batchTypeTransformFeatures/`, 'transformFeatures', {
    access: needs(PROJECT, 'write'),
    summary: 'Create features by converting several others to a different type',
    body: schema.BatchTypeTransform,
    replies: { 202: Started },
    refusals: {
      404: ['projects.no_such_feature'],
      422: ['projects.feature_name_taken', 'projects.feature_no_new_name', 'projects.target_chosen'],
    },
    handle: (ctx, { params, body }) => transformFeatures(ctx, params.projectId, body),
  }),
  route.get(`${PATH}batchTypeTransformFeaturesResult/{jobId}/`, 'getTransformedFeatures', {
    access: needs(PROJECT, 'read'),
    summary: 'List the features created by a batch of type conversions',
    query: schema.BatchResultQuery,
    replies: { 200: schema.BatchResult },
    handle: (ctx, { params, query }) => batchResult(ctx, params.projectId, query.newFeatureNames),
  }),
];

const derivationRoute = routeGroup({ part: 'projects', added: 'v2.11', access: needs(PROJECT, 'read') });

export const derivationRoutes = [
  derivationRoute.get(`${PATH}timeSeriesFeatureLog/`, 'getTimeSeriesFeatureLog', {
    summary: 'Get the feature derivation log',
    query: schema.LogQuery,
    replies: { 200: schema.FeatureLog },
    refusals: { 422: ['projects.not_time_series'] },
    handle: (ctx, { params, url, query }) => features.getFeatureLog(ctx, params.projectId, url, query),
  }),
  derivationRoute.get(`${PATH}timeSeriesFeatureLog/file/`, 'downloadTimeSeriesFeatureLog', {
    summary: 'Download the feature derivation log',
    replies: { 200: null },
    refusals: { 422: ['projects.not_time_series'] },
    handle: (ctx, { params }) => features.getFeatureLogFile(ctx, params.projectId),
  }),
  derivationRoute.get(`${PATH}discardedFeatures/`, 'listDiscardedFeatures', {
    summary: 'List discarded derived features',
    query: schema.DiscardedQuery,
    replies: { 200: schema.Discarded },
    refusals: { 422: ['projects.not_time_series'] },
    handle: (ctx, { params }) => features.listDiscarded(ctx, params.projectId),
  }),
];
