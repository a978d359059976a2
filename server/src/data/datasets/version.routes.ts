import { pageOf, pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DATASET_REFUSALS, VERSION_REFUSALS } from '../versions/dataset.problems.ts';
import { DATASET } from '../versions/find-version.ts';
import { deleteVersion } from './change-datasets.ts';
import * as createDatasets from './create-datasets.ts';
import * as schema from './dataset.schema.ts';
import { downloadFile, getVersion, listProjects, listVersions } from './read-datasets.ts';

const route = routeGroup({ part: 'data', added: 'v2.0' });

export const versionRoutes: readonly RouteRecord[] = [
  route.post('/api/v2/datasets/{datasetId}/versions/fromFile/', 'createDatasetVersionFromFile', {
    access: needs(DATASET, 'write'),
    summary: 'Upload a file as the next version of a dataset',
    takes: 'form',
    body: schema.FromFile,
    replies: { 202: schema.Begun },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params, form, body }) => createDatasets.createVersionFromFile(ctx, params.datasetId, form, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromURL/', 'createDatasetVersionFromUrl', {
    access: needs(DATASET, 'write'),
    summary: 'Create the next version from a file at a URL',
    body: schema.FromUrl,
    replies: { 202: schema.Begun },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params, body }) => createDatasets.createVersionFromUrl(ctx, params.datasetId, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromStage/', 'createDatasetVersionFromStage', {
    access: needs(DATASET, 'write'),
    summary: 'Create the next version from a staged file',
    body: schema.FromStage,
    replies: { 202: schema.Begun },
    refusals: { ...DATASET_REFUSALS, 404: ['data.no_such_stage'], 422: ['data.stage_not_finalized'] },
    handle: (ctx, { params, body }) => createDatasets.createVersionFromStage(ctx, params.datasetId, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromLatestVersion/', 'createDatasetVersionFromLatest', {
    access: needs(DATASET, 'write'),
    summary: 'Reload the latest version as the next version',
    body: schema.FromLatestVersion,
    bodyOptional: true,
    replies: { 202: schema.Begun },
    refusals: { ...DATASET_REFUSALS, 409: ['data.latest_failed', 'data.none_succeeded', 'data.still_reading'] },
    handle: (ctx, { params, body }) => createDatasets.createFromLatestVersion(ctx, params.datasetId, body),
  }),
  route.post(
    '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/fromVersion/',
    'createDatasetVersionFromVersion',
    {
      access: needs(DATASET, 'write'),
      summary: 'Restore an older version as the latest',
      body: schema.FromVersion,
      bodyOptional: true,
      replies: { 202: schema.Begun },
      refusals: { ...VERSION_REFUSALS, 409: ['data.failed_version', 'data.still_reading'] },
      handle: (ctx, { params, body }) =>
        createDatasets.createFromVersion(ctx, params.datasetId, params.datasetVersionId, body),
    },
  ),
  route.get('/api/v2/datasets/{datasetId}/versions/', 'listDatasetVersions', {
    access: needs(DATASET, 'read'),
    summary: 'List the versions of a dataset',
    query: schema.VersionQuery,
    replies: { 200: pageOf(schema.DatasetItem) },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params, url, query }) => listVersions(ctx, params.datasetId, url, query),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/', 'getDatasetVersion', {
    access: needs(DATASET, 'read'),
    summary: 'One version of a dataset',
    replies: { 200: schema.DatasetRecord },
    refusals: VERSION_REFUSALS,
    handle: (ctx, { params }) => getVersion(ctx, params.datasetId, params.datasetVersionId),
  }),
  route.delete('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/', 'deleteDatasetVersion', {
    access: needs(DATASET, 'own'),
    summary: 'Delete a version; a dataset keeps at least one',
    replies: { 204: null },
    refusals: { ...VERSION_REFUSALS, 409: ['data.only_version'] },
    handle: (ctx, { params }) => deleteVersion(ctx, params.datasetId, params.datasetVersionId),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/file/', 'downloadDatasetVersion', {
    access: needs(DATASET, 'use'),
    summary: 'The file of a version, as it was uploaded',
    replies: { 200: null },
    refusals: { ...VERSION_REFUSALS, 409: ['data.still_reading'], 422: ['data.not_kept'] },
    handle: (ctx, { params }) => downloadFile(ctx, params.datasetId, params.datasetVersionId),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/projects/', 'listDatasetVersionProjects', {
    access: needs(DATASET, 'read'),
    summary: 'List the projects created from a version',
    query: pageQuery(),
    replies: { 200: pageOf(schema.ProjectLink) },
    refusals: VERSION_REFUSALS,
    handle: (ctx, { params, url, query }) => listProjects(ctx, params.datasetId, url, query, params.datasetVersionId),
  }),
];
