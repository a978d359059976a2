import { accessControlRoutes, sharedRolesRoutes } from '#accounts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DATASET_REFUSALS } from '../versions/dataset.problems.ts';
import { DATASET } from '../versions/find-version.ts';
import { changeDataset, changeDatasets, deleteDataset, recoverDataset } from './change-datasets.ts';
import { createFromFile, createFromStage, createFromUrl } from './create-datasets.ts';
import * as schema from './dataset.schema.ts';
import { downloadFile, getDataset, getPermissions, listDatasets, listProjects } from './read-datasets.ts';

const route = routeGroup({ part: 'data', added: 'v2.0' });
const shareable = { kind: DATASET, path: '/api/v2/datasets/{datasetId}/', name: 'Dataset', part: 'data' } as const;

export const datasetRoutes: readonly RouteRecord[] = [
  route.post('/api/v2/datasets/fromFile/', 'createDatasetFromFile', {
    summary: 'Upload a file as a dataset',
    takes: 'form',
    body: schema.FromFile,
    replies: { 202: schema.Begun },
    handle: (ctx, { form, body }) => createFromFile(ctx, form, body),
  }),
  route.post('/api/v2/datasets/fromURL/', 'createDatasetFromUrl', {
    summary: 'Create a dataset from a file at a URL',
    body: schema.FromUrl,
    replies: { 202: schema.Begun },
    handle: (ctx, { body }) => createFromUrl(ctx, body),
  }),
  route.post('/api/v2/datasets/fromStage/', 'createDatasetFromStage', {
    summary: 'Create a dataset from a staged file',
    body: schema.FromStage,
    replies: { 202: schema.Begun },
    refusals: { 404: ['data.no_such_stage'], 422: ['data.stage_not_finalized'] },
    handle: (ctx, { body }) => createFromStage(ctx, body),
  }),
  route.get('/api/v2/datasets/', 'listDatasets', {
    summary: 'List your datasets and those shared with you',
    query: schema.DatasetQuery,
    replies: { 200: pageOf(schema.DatasetItem) },
    handle: (ctx, { url, query }) => listDatasets(ctx, url, query),
  }),
  route.patch('/api/v2/datasets/', 'changeDatasets', {
    summary: 'Delete, restore, tag or share many datasets at once',
    body: schema.BulkChange,
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['sharing.no_such_thing'] },
    handle: (ctx, { body }) => changeDatasets(ctx, body),
  }),
  route.get('/api/v2/datasets/{datasetId}/', 'getDataset', {
    access: needs(DATASET, 'read'),
    summary: 'One dataset, as its latest version',
    replies: { 200: schema.DatasetRecord },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params }) => getDataset(ctx, params.datasetId),
  }),
  route.patch('/api/v2/datasets/{datasetId}/', 'changeDataset', {
    access: needs(DATASET, 'write'),
    summary: 'Rename a dataset or set its categories',
    body: schema.DatasetChange,
    replies: { 200: schema.DatasetRecord },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params, body }) => changeDataset(ctx, params.datasetId, body),
  }),
  route.delete('/api/v2/datasets/{datasetId}/', 'deleteDataset', {
    access: needs(DATASET, 'own'),
    summary: 'Delete a dataset; it can be restored',
    replies: { 204: null },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params }) => deleteDataset(ctx, params.datasetId),
  }),
  route.patch('/api/v2/datasets/{datasetId}/deleted/', 'recoverDataset', {
    access: needs(DATASET, 'own'),
    summary: 'Restore a deleted dataset',
    replies: { 200: schema.Nothing, 204: null },
    handle: (ctx, { params }) => recoverDataset(ctx, params.datasetId),
  }),
  route.get('/api/v2/datasets/{datasetId}/file/', 'downloadDataset', {
    access: needs(DATASET, 'use'),
    summary: 'The file of the latest version, as it was uploaded',
    replies: { 200: null },
    refusals: { 409: ['data.still_reading'], 410: ['data.dataset_deleted'], 422: ['data.not_kept'] },
    handle: (ctx, { params }) => downloadFile(ctx, params.datasetId),
  }),
  route.get('/api/v2/datasets/{datasetId}/permissions/', 'getDatasetPermissions', {
    access: needs(DATASET, 'read'),
    summary: 'Your permissions on a dataset',
    replies: { 200: schema.Permissions },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params }) => getPermissions(ctx, params.datasetId),
  }),
  route.get('/api/v2/datasets/{datasetId}/projects/', 'listDatasetProjects', {
    access: needs(DATASET, 'read'),
    summary: 'List the projects created from a dataset',
    query: pageQuery(),
    replies: { 200: pageOf(schema.ProjectLink) },
    refusals: DATASET_REFUSALS,
    handle: (ctx, { params, url, query }) => listProjects(ctx, params.datasetId, url, query),
  }),
  ...sharedRolesRoutes({ ...shareable, added: 'v2.0' }),
  ...accessControlRoutes({ ...shareable, added: 'v2.0' }),
];
