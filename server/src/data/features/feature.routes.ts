import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Feature, FeatureQuery, FirstRows, Histogram, HistogramQuery, RowsQuery } from './feature.schema.ts';
import { getHistogram, listFeatures, listFirstRows } from './list-features.ts';

const history = { added: 'v2.0' };
const common = { part: 'data', history, method: 'GET' } as const;

export const featureRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/datasets/{datasetId}/allFeaturesDetails/',
    operation: 'listDatasetFeatures',
    summary: 'The columns of the latest version, with what is known about each',
    query: FeatureQuery,
    replies: { 200: pageOf(Feature) },
    handle: (ctx, { params, url, query }) => listFeatures(ctx, params, url, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/allFeaturesDetails/',
    operation: 'listDatasetVersionFeatures',
    summary: 'The columns of a version, with what is known about each',
    query: FeatureQuery,
    replies: { 200: pageOf(Feature) },
    handle: (ctx, { params: { datasetId, datasetVersionId }, url, query }) =>
      listFeatures(ctx, { datasetId, versionId: datasetVersionId }, url, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/datasets/{datasetId}/featureHistograms/{featureName}/',
    operation: 'getDatasetFeatureHistogram',
    summary: 'How the values of a column of the latest version are distributed',
    query: HistogramQuery,
    replies: { 200: Histogram },
    handle: (ctx, { params, query }) => getHistogram(ctx, params, params.featureName, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/featureHistograms/{featureName}/',
    operation: 'getDatasetVersionFeatureHistogram',
    summary: 'How the values of a column of a version are distributed',
    query: HistogramQuery,
    replies: { 200: Histogram },
    handle: (ctx, { params: { datasetId, datasetVersionId, featureName }, query }) =>
      getHistogram(ctx, { datasetId, versionId: datasetVersionId }, featureName, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/datasets/{datasetId}/rows/',
    operation: 'listDatasetRows',
    summary: 'The first rows of the latest version, as text',
    query: RowsQuery,
    replies: { 200: FirstRows },
    handle: (ctx, { params, url, query }) => listFirstRows(ctx, params, url, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/rows/',
    operation: 'listDatasetVersionRows',
    summary: 'The first rows of a version, as text',
    query: RowsQuery,
    replies: { 200: FirstRows },
    handle: (ctx, { params: { datasetId, datasetVersionId }, url, query }) =>
      listFirstRows(ctx, { datasetId, versionId: datasetVersionId }, url, query),
  }),
];
