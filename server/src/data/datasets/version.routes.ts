import { pageOf, pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { deleteVersion } from './change-datasets.ts';
import {
  createFromLatestVersion,
  createFromVersion,
  createVersionFromFile,
  createVersionFromStage,
  createVersionFromUrl,
} from './create-datasets.ts';
import {
  Begun,
  DatasetItem,
  DatasetRecord,
  FromFile,
  FromLatestVersion,
  FromStage,
  FromUrl,
  FromVersion,
  ProjectLink,
  VersionQuery,
} from './dataset.schema.ts';
import { downloadFile, getVersion, listProjects, listVersions } from './read-datasets.ts';

const route = routeGroup({ part: 'data', added: 'v2.0' });

export const versionRoutes: readonly RouteRecord[] = [
  route.post('/api/v2/datasets/{datasetId}/versions/fromFile/', 'createDatasetVersionFromFile', {
    summary: 'Upload a file as the next version of a dataset',
    takes: 'form',
    body: FromFile,
    replies: { 202: Begun },
    handle: (ctx, { params, form, body }) => createVersionFromFile(ctx, params.datasetId, form, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromURL/', 'createDatasetVersionFromUrl', {
    summary: 'Create the next version from a file at a URL',
    body: FromUrl,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => createVersionFromUrl(ctx, params.datasetId, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromStage/', 'createDatasetVersionFromStage', {
    summary: 'Create the next version from a staged file',
    body: FromStage,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => createVersionFromStage(ctx, params.datasetId, body),
  }),
  route.post('/api/v2/datasets/{datasetId}/versions/fromLatestVersion/', 'createDatasetVersionFromLatest', {
    summary: 'Reload the latest version as the next version',
    body: FromLatestVersion,
    bodyOptional: true,
    replies: { 202: Begun },
    handle: (ctx, { params, body }) => createFromLatestVersion(ctx, params.datasetId, body),
  }),
  route.post(
    '/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/fromVersion/',
    'createDatasetVersionFromVersion',
    {
      summary: 'Restore an older version as the latest',
      body: FromVersion,
      bodyOptional: true,
      replies: { 202: Begun },
      handle: (ctx, { params, body }) => createFromVersion(ctx, params.datasetId, params.datasetVersionId, body),
    },
  ),
  route.get('/api/v2/datasets/{datasetId}/versions/', 'listDatasetVersions', {
    summary: 'List the versions of a dataset',
    query: VersionQuery,
    replies: { 200: pageOf(DatasetItem) },
    handle: (ctx, { params, url, query }) => listVersions(ctx, params.datasetId, url, query),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/', 'getDatasetVersion', {
    summary: 'One version of a dataset',
    replies: { 200: DatasetRecord },
    handle: (ctx, { params }) => getVersion(ctx, params.datasetId, params.datasetVersionId),
  }),
  route.delete('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/', 'deleteDatasetVersion', {
    summary: 'Delete a version; a dataset keeps at least one',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteVersion(ctx, params.datasetId, params.datasetVersionId),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/file/', 'downloadDatasetVersion', {
    summary: 'The file of a version, as it was uploaded',
    replies: { 200: null },
    handle: (ctx, { params }) => downloadFile(ctx, params.datasetId, params.datasetVersionId),
  }),
  route.get('/api/v2/datasets/{datasetId}/versions/{datasetVersionId}/projects/', 'listDatasetVersionProjects', {
    summary: 'List the projects created from a version',
    query: pageQuery(),
    replies: { 200: pageOf(ProjectLink) },
    handle: (ctx, { params, url, query }) => listProjects(ctx, params.datasetId, url, query, params.datasetVersionId),
  }),
];
