import { DEPLOYMENT } from '#deployments';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import * as schema from './batch.schema.ts';
import * as batches from './batches.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.33' });
const ALL = '/api/v2/deployments/{deploymentId}/monitoringBatches/';
const ONE = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/';
const MODELS = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/models/';
const MODEL = '/api/v2/deployments/{deploymentId}/monitoringBatches/{monitoringBatchId}/models/{modelId}/';

type Params = { readonly deploymentId: string; readonly monitoringBatchId: string };
const batchId = ({ deploymentId, monitoringBatchId }: Params) => ({ deploymentId, batchId: monitoringBatchId });

export const batchRoutes = (readHealth: batches.ReadBatchHealth) => [
  route.get(ALL, 'listMonitoringBatches', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The monitoring batches of a deployment, the newest first',
    query: schema.BatchQuery,
    replies: { 200: pageOf(schema.Batch) },
    handle: (ctx, { params, url, query }) => batches.listBatches(ctx, readHealth, params.deploymentId, url, query),
  }),
  route.post(ALL, 'createMonitoringBatch', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Create a monitoring batch; predictions that name it are added to it',
    body: schema.BatchCreate,
    replies: { 201: schema.Batch },
    refusals: { 422: ['monitoring.batches_off', 'monitoring.too_many_batches'] },
    handle: (ctx, { params, body }) => batches.createBatch(ctx, params.deploymentId, body),
  }),
  route.get('/api/v2/deployments/{deploymentId}/monitoringBatchLimits/', 'getMonitoringBatchLimits', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The daily limit of monitoring batches, and how many were created today',
    replies: { 200: schema.BatchLimits },
    handle: (ctx, { params }) => batches.getBatchLimits(ctx, params.deploymentId),
  }),
  route.get(ONE, 'getMonitoringBatch', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One monitoring batch with its health and models',
    replies: { 200: schema.Batch },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params }) => batches.getBatch(ctx, readHealth, batchId(params)),
  }),
  route.patch(ONE, 'changeMonitoringBatch', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Rename, describe, lock or unlock a monitoring batch',
    body: schema.BatchChange,
    replies: { 200: schema.Batch },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, body }) => batches.updateBatch(ctx, readHealth, batchId(params), body),
  }),
  route.delete(ONE, 'deleteMonitoringBatch', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Delete a monitoring batch and its statistics',
    replies: { 204: null },
    refusals: { 404: ['deployments.no_such_deployment', 'monitoring.no_such_batch'] },
    handle: (ctx, { params }) => batches.deleteBatch(ctx, batchId(params)),
  }),
  route.get(MODELS, 'listMonitoringBatchModels', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The models of a monitoring batch',
    query: schema.BatchModelsQuery,
    replies: { 200: pageOf(schema.BatchModel) },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, url, query }) => batches.listBatchModels(ctx, batchId(params), url, query),
  }),
  route.get(MODEL, 'getMonitoringBatchModel', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One model of a monitoring batch',
    replies: { 200: schema.BatchModel },
    refusals: { 404: ['monitoring.no_such_batch', 'monitoring.no_such_model_in_batch'] },
    handle: (ctx, { params }) => batches.getBatchModel(ctx, batchId(params), params.modelId),
  }),
  route.patch(MODEL, 'changeMonitoringBatchModel', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Override the first and last prediction time of a model in a monitoring batch',
    body: schema.BatchModelChange,
    replies: { 200: schema.BatchModel },
    refusals: {
      404: ['monitoring.no_such_batch', 'monitoring.no_such_model_in_batch'],
      422: ['monitoring.wrong_ends'],
    },
    handle: (ctx, { params, body }) => batches.updateBatchModel(ctx, batchId(params), params.modelId, body),
  }),
];
