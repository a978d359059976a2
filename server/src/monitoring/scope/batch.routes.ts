import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import {
  Batch,
  BatchChange,
  BatchCreate,
  BatchLimits,
  BatchModel,
  BatchModelChange,
  BatchModelsQuery,
  BatchQuery,
} from './batch.schema.ts';
import {
  createBatch,
  deleteBatch,
  getBatch,
  getBatchLimits,
  getBatchModel,
  listBatches,
  listBatchModels,
  type ReadBatchHealth,
  updateBatch,
  updateBatchModel,
} from './batches.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.33' });
const ALL = '/api/v2/deployments/{deploymentId}/monitoringBatches/';
const ONE = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/';
const MODELS = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/models/';
const MODEL = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/models/{modelId}/';

type Params = { readonly deploymentId: string; readonly monitoringBatchId: string };
const batchId = ({ deploymentId, monitoringBatchId }: Params) => ({ deploymentId, batchId: monitoringBatchId });

export const batchRoutes = (readHealth: ReadBatchHealth) => [
  route.get(ALL, 'listMonitoringBatches', {
    summary: 'The monitoring batches of a deployment, the newest first',
    query: BatchQuery,
    replies: { 200: pageOf(Batch) },
    handle: (ctx, { params, url, query }) => listBatches(ctx, readHealth, params.deploymentId, url, query),
  }),
  route.post(ALL, 'createMonitoringBatch', {
    summary: 'Create a monitoring batch; predictions that name it are added to it',
    body: BatchCreate,
    replies: { 201: Batch },
    handle: (ctx, { params, body }) => createBatch(ctx, params.deploymentId, body),
  }),
  route.get('/api/v2/deployments/{deploymentId}/monitoringBatchLimits/', 'getMonitoringBatchLimits', {
    summary: 'The daily limit of monitoring batches, and how many were created today',
    replies: { 200: BatchLimits },
    handle: (ctx, { params }) => getBatchLimits(ctx, params.deploymentId),
  }),
  route.get(ONE, 'getMonitoringBatch', {
    summary: 'One monitoring batch with its health and models',
    replies: { 200: Batch },
    handle: (ctx, { params }) => getBatch(ctx, readHealth, batchId(params)),
  }),
  route.patch(ONE, 'changeMonitoringBatch', {
    summary: 'Rename, describe, lock or unlock a monitoring batch',
    body: BatchChange,
    replies: { 200: Batch },
    handle: (ctx, { params, body }) => updateBatch(ctx, readHealth, batchId(params), body),
  }),
  route.delete(ONE, 'deleteMonitoringBatch', {
    summary: 'Delete a monitoring batch and its statistics',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteBatch(ctx, batchId(params)),
  }),
  route.get(MODELS, 'listMonitoringBatchModels', {
    summary: 'The models of a monitoring batch',
    query: BatchModelsQuery,
    replies: { 200: pageOf(BatchModel) },
    handle: (ctx, { params, url, query }) => listBatchModels(ctx, batchId(params), url, query),
  }),
  route.get(MODEL, 'getMonitoringBatchModel', {
    summary: 'One model of a monitoring batch',
    replies: { 200: BatchModel },
    handle: (ctx, { params }) => getBatchModel(ctx, batchId(params), params.modelId),
  }),
  route.patch(MODEL, 'changeMonitoringBatchModel', {
    summary: 'Override the first and last prediction time of a model in a monitoring batch',
    body: BatchModelChange,
    replies: { 200: BatchModel },
    handle: (ctx, { params, body }) => updateBatchModel(ctx, batchId(params), params.modelId, body),
  }),
];
