import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
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

const common = { part: 'monitoring', history: { added: 'v2.33' } } as const;
const ALL = '/api/v2/deployments/{deploymentId}/monitoringBatches/';
const ONE = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/';
const MODELS = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/models/';
const MODEL = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/models/{modelId}/';

type Params = { readonly deploymentId: string; readonly monitoringBatchId: string };
const batchId = ({ deploymentId, monitoringBatchId }: Params) => ({ deploymentId, batchId: monitoringBatchId });

export const batchRoutes = (readHealth: ReadBatchHealth) => [
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: ALL,
    operation: 'listMonitoringBatches',
    summary: 'The monitoring batches of a deployment, the newest first',
    query: BatchQuery,
    replies: { 200: pageOf(Batch) },
    handle: (ctx, { params, url, query }) => listBatches(ctx, readHealth, params.deploymentId, url, query),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: ALL,
    operation: 'createMonitoringBatch',
    summary: 'Create a monitoring batch; predictions that name it are added to it',
    body: BatchCreate,
    replies: { 201: Batch },
    handle: (ctx, { params, body }) => createBatch(ctx, params.deploymentId, body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: '/api/v2/deployments/{deploymentId}/monitoringBatchLimits/',
    operation: 'getMonitoringBatchLimits',
    summary: 'The daily limit of monitoring batches, and how many were created today',
    replies: { 200: BatchLimits },
    handle: (ctx, { params }) => getBatchLimits(ctx, params.deploymentId),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getMonitoringBatch',
    summary: 'One monitoring batch with its health and models',
    replies: { 200: Batch },
    handle: (ctx, { params }) => getBatch(ctx, readHealth, batchId(params)),
  }),
  route({
    ...common,
    access: 'account',
    method: 'PATCH',
    path: ONE,
    operation: 'changeMonitoringBatch',
    summary: 'Rename, describe, lock or unlock a monitoring batch',
    body: BatchChange,
    replies: { 200: Batch },
    handle: (ctx, { params, body }) => updateBatch(ctx, readHealth, batchId(params), body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteMonitoringBatch',
    summary: 'Delete a monitoring batch and its statistics',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteBatch(ctx, batchId(params)),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: MODELS,
    operation: 'listMonitoringBatchModels',
    summary: 'The models of a monitoring batch',
    query: BatchModelsQuery,
    replies: { 200: pageOf(BatchModel) },
    handle: (ctx, { params, url, query }) => listBatchModels(ctx, batchId(params), url, query),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: MODEL,
    operation: 'getMonitoringBatchModel',
    summary: 'One model of a monitoring batch',
    replies: { 200: BatchModel },
    handle: (ctx, { params }) => getBatchModel(ctx, batchId(params), params.modelId),
  }),
  route({
    ...common,
    access: 'account',
    method: 'PATCH',
    path: MODEL,
    operation: 'changeMonitoringBatchModel',
    summary: 'Override the first and last prediction time of a model in a monitoring batch',
    body: BatchModelChange,
    replies: { 200: BatchModel },
    handle: (ctx, { params, body }) => updateBatchModel(ctx, batchId(params), params.modelId, body),
  }),
];
