import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import {
  Feature,
  FeatureQuery,
  Histogram,
  HistogramQuery,
  Metrics,
  MetricsQuery,
  ModelingFeature,
  ModelingFeatureQuery,
} from './feature.schema.ts';
import {
  getFeature,
  getHistogram,
  getMetrics,
  getModelingFeature,
  listFeatures,
  listModelingFeatures,
} from './read-features.ts';

const PATH = '/api/v2/projects/{projectId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const featureRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}features/`,
    operation: 'listFeatures',
    summary: 'The columns of the data, and those made of them',
    query: FeatureQuery,
    replies: { 200: z.array(Feature) },
    handle: (ctx, { params, query }) => listFeatures(ctx, params.projectId, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}features/metrics/`,
    operation: 'listFeatureMetrics',
    summary: 'The metrics models can be judged by when this feature is the target',
    query: MetricsQuery,
    replies: { 200: Metrics },
    handle: (ctx, { params, query }) => getMetrics(ctx, params.projectId, query.featureName),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}features/{featureName}/`,
    operation: 'getFeature',
    summary: 'One feature',
    replies: { 200: Feature },
    handle: (ctx, { params }) => getFeature(ctx, params.projectId, params.featureName),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}featureHistograms/{featureName}/`,
    operation: 'getFeatureHistogram',
    summary: 'How the values of a feature are distributed',
    query: HistogramQuery,
    replies: { 200: Histogram },
    handle: (ctx, { params, query }) => getHistogram(ctx, params.projectId, params.featureName, query.binLimit),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}modelingFeatures/`,
    operation: 'listModelingFeatures',
    summary: 'What models see, once there is a target',
    query: ModelingFeatureQuery,
    replies: { 200: pageOf(ModelingFeature) },
    handle: (ctx, { params, url, query }) => listModelingFeatures(ctx, params.projectId, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}modelingFeatures/{featureName}/`,
    operation: 'getModelingFeature',
    summary: 'One feature as models see it',
    replies: { 200: ModelingFeature },
    handle: (ctx, { params }) => getModelingFeature(ctx, params.projectId, params.featureName),
  }),
];
