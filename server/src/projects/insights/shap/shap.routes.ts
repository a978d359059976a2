import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import * as schema from './shap.schema.ts';
import * as older from './shap-older.ts';

const IMPACT = '/api/v2/projects/{projectId}/models/{modelId}/shapImpact/';
const MATRICES = '/api/v2/projects/{projectId}/shapMatrices/';
const route = routeGroup({ part: 'projects', added: 'v2.21' });

export const shapRoutes = [
  route.post(IMPACT, 'requestShapImpact', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute the SHAP impact of features on the training rows',
    body: schema.ImpactRequest,
    bodyOptional: true,
    replies: { 202: JobStarted },
    refusals: { 404: ['projects.no_such_model'], 422: ['insights.already_computed', 'insights.not_for_task'] },
    handle: (ctx, { params, body }) =>
      older.requestShapImpact(ctx, params.projectId, params.modelId, body?.rowCount ?? null),
  }),
  route.get(IMPACT, 'getShapImpact', {
    access: needs(PROJECT, 'read'),
    summary: 'SHAP impact of features, greatest first',
    replies: { 200: schema.Impacts },
    refusals: { 404: ['insights.not_computed', 'projects.no_such_model'] },
    handle: (ctx, { params }) => older.readShapImpact(ctx, params.projectId, params.modelId),
  }),
  route.post(MATRICES, 'requestShapMatrix', {
    access: needs(PROJECT, 'use'),
    summary: 'Compute the SHAP values of the rows of a dataset',
    body: schema.MatrixRequest,
    replies: { 202: JobStarted },
    refusals: {
      404: ['predictions.no_such_dataset', 'projects.no_such_model'],
      422: ['insights.not_for_task'],
    },
    handle: (ctx, { params, body }) => older.requestShapMatrix(ctx, params.projectId, body),
  }),
  route.get(MATRICES, 'listShapMatrices', {
    access: needs(PROJECT, 'read'),
    summary: 'List SHAP matrices of datasets, newest first',
    query: schema.MatrixQuery,
    replies: { 200: pageOf(schema.MatrixRecord) },
    handle: (ctx, { params, url, query }) => older.listShapMatrices(ctx, params.projectId, url, query),
  }),
  route.get(`${MATRICES}{shapMatrixId}/`, 'getShapMatrix', {
    access: needs(PROJECT, 'use'),
    summary: 'One SHAP matrix as CSV: the number of the row, then a column for each feature',
    replies: { 200: null },
    refusals: { 404: ['insights.no_such_rows'] },
    handle: (ctx, { params }) => older.readShapMatrix(ctx, params.projectId, params.shapMatrixId),
  }),
];
