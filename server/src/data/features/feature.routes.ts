import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DATASET_REFUSALS, PROFILE_REFUSALS, VERSION_REFUSALS } from '../versions/dataset.problems.ts';
import { DATASET } from '../versions/find-version.ts';
import { Feature, FeatureQuery, FirstRows, Histogram, HistogramQuery, RowsQuery } from './feature.schema.ts';
import { Featurelist, FeaturelistChange, FeaturelistCreate, FeaturelistQuery } from './feature-list.schema.ts';
import * as featureLists from './feature-lists.ts';
import { getHistogram, listFeatures, listFirstRows } from './features.ts';

const route = routeGroup({ part: 'data', added: 'v2.0' });

export const featurelistRoutes = [
  route.get('/api/v2/datasets/{datasetId}/featurelists/', 'listDatasetFeaturelists', {
    access: needs(DATASET, 'read'),
    summary: 'List the feature lists of a dataset',
    query: FeaturelistQuery,
    replies: { 200: pageOf(Featurelist) },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params, url, query }) => featureLists.listFeaturelists(ctx, params, url, query),
  }),
  route.get(
    '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/featurelists/',
    'listDatasetVersionFeaturelists',
    {
      access: needs(DATASET, 'read'),
      summary: 'List the feature lists whose columns a version has',
      query: FeaturelistQuery,
      replies: { 200: pageOf(Featurelist) },
      refusals: VERSION_REFUSALS,
      handle: (ctx, { params: { datasetId, datasetVersionId }, url, query }) =>
        featureLists.listFeaturelists(ctx, { datasetId, versionId: datasetVersionId }, url, query),
    },
  ),
  route.post('/api/v2/datasets/{datasetId}/featurelists/', 'createDatasetFeaturelist', {
    access: needs(DATASET, 'write'),
    summary: 'Create a feature list from columns of the latest version',
    body: FeaturelistCreate,
    replies: { 201: Featurelist },
    refusals: { ...PROFILE_REFUSALS, 409: ['data.featurelist_name_taken', 'data.still_reading'] },
    handle: (ctx, { params, body }) => featureLists.createFeaturelist(ctx, params.datasetId, body),
  }),
  route.get('/api/v2/datasets/{datasetId}/featurelists/{featurelistId}/', 'getDatasetFeaturelist', {
    access: needs(DATASET, 'read'),
    summary: 'One feature list',
    replies: { 200: Featurelist },
    refusals: { ...DATASET_REFUSALS, 404: ['data.no_such_featurelist'] },
    handle: (ctx, { params }) => featureLists.getFeaturelist(ctx, params, params.featurelistId),
  }),
  route.get(
    '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/featurelists/{featurelistId}/',
    'getDatasetVersionFeaturelist',
    {
      access: needs(DATASET, 'read'),
      summary: 'One feature list, if the version has its columns',
      replies: { 200: Featurelist },
      refusals: { ...DATASET_REFUSALS, 404: ['data.no_such_featurelist', 'data.no_such_version'] },
      handle: (ctx, { params: { datasetId, datasetVersionId, featurelistId } }) =>
        featureLists.getFeaturelist(ctx, { datasetId, versionId: datasetVersionId }, featurelistId),
    },
  ),
  route.patch('/api/v2/datasets/{datasetId}/featurelists/{featurelistId}/', 'changeDatasetFeaturelist', {
    access: needs(DATASET, 'write'),
    summary: 'Rename or describe a feature list that a user created',
    body: FeaturelistChange,
    replies: { 200: Featurelist },
    refusals: {
      ...DATASET_REFUSALS,
      404: ['data.no_such_featurelist'],
      409: ['data.automatic_featurelist', 'data.featurelist_name_taken'],
    },
    handle: (ctx, { params, body }) =>
      featureLists.changeFeaturelist(ctx, params.datasetId, params.featurelistId, body),
  }),
  route.delete('/api/v2/datasets/{datasetId}/featurelists/{featurelistId}/', 'deleteDatasetFeaturelist', {
    access: needs(DATASET, 'write'),
    summary: 'Delete a feature list that a user created',
    replies: { 204: null },
    refusals: { ...DATASET_REFUSALS, 404: ['data.no_such_featurelist'], 409: ['data.automatic_featurelist'] },
    handle: (ctx, { params }) => featureLists.deleteFeaturelist(ctx, params.datasetId, params.featurelistId),
  }),
];

export const featureRoutes = [
  route.get('/api/v2/datasets/{datasetId}/allFeaturesDetails/', 'listDatasetFeatures', {
    access: needs(DATASET, 'read'),
    summary: 'List the features of the latest version with their statistics',
    query: FeatureQuery,
    replies: { 200: pageOf(Feature) },
    refusals: PROFILE_REFUSALS,
    handle: (ctx, { params, url, query }) => listFeatures(ctx, params, url, query),
  }),
  route.get(
    '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/allFeaturesDetails/',
    'listDatasetVersionFeatures',
    {
      access: needs(DATASET, 'read'),
      summary: 'List the features of a version with their statistics',
      query: FeatureQuery,
      replies: { 200: pageOf(Feature) },
      refusals: { ...PROFILE_REFUSALS, 404: ['data.no_such_version'] },
      handle: (ctx, { params: { datasetId, datasetVersionId }, url, query }) =>
        listFeatures(ctx, { datasetId, versionId: datasetVersionId }, url, query),
    },
  ),
  route.get('/api/v2/datasets/{datasetId}/featureHistograms/{featureName}/', 'getDatasetFeatureHistogram', {
    access: needs(DATASET, 'read'),
    summary: 'The histogram of a feature of the latest version',
    query: HistogramQuery,
    replies: { 200: Histogram },
    refusals: { ...PROFILE_REFUSALS, 404: ['data.no_such_feature'] },
    handle: (ctx, { params, query }) => getHistogram(ctx, params, params.featureName, query),
  }),
  route.get(
    '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/featureHistograms/{featureName}/',
    'getDatasetVersionFeatureHistogram',
    {
      access: needs(DATASET, 'read'),
      summary: 'The histogram of a feature of a version',
      query: HistogramQuery,
      replies: { 200: Histogram },
      refusals: { ...PROFILE_REFUSALS, 404: ['data.no_such_feature', 'data.no_such_version'] },
      handle: (ctx, { params: { datasetId, datasetVersionId, featureName }, query }) =>
        getHistogram(ctx, { datasetId, versionId: datasetVersionId }, featureName, query),
    },
  ),
  route.get('/api/v2/datasets/{datasetId}/rows/', 'listDatasetRows', {
    access: needs(DATASET, 'use'),
    summary: 'The first rows of the latest version, as text',
    query: RowsQuery,
    replies: { 200: FirstRows },
    refusals: PROFILE_REFUSALS,
    handle: (ctx, { params, url, query }) => listFirstRows(ctx, params, url, query),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/rows/', 'listDatasetVersionRows', {
    access: needs(DATASET, 'use'),
    summary: 'The first rows of a version, as text',
    query: RowsQuery,
    replies: { 200: FirstRows },
    refusals: { ...PROFILE_REFUSALS, 404: ['data.no_such_version'] },
    handle: (ctx, { params: { datasetId, datasetVersionId }, url, query }) =>
      listFirstRows(ctx, { datasetId, versionId: datasetVersionId }, url, query),
  }),
];
