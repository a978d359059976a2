import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../core/project/get-project.ts';
import * as schema from './model.schema.ts';
import { getCapabilities, getFoldScores, getModelChart, getModelDocs } from './model-details.ts';
import * as models from './models.ts';

const PATH = '/api/v2/projects/{projectId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const modelRoutes = [
  route.get(`${PATH}models/`, 'listModels', {
    access: needs(PROJECT, 'read'),
    summary: 'The models of a project, best first',
    history: {
      added: 'v2.0',
      deprecated: { since: 'v2.33', replacedBy: 'GET /api/v2/projects/{projectId}/modelRecords/' },
    },
    query: schema.ModelQuery,
    replies: { 200: z.array(schema.Model) },
    handle: (ctx, { params, query }) => models.listModels(ctx, params.projectId, query),
  }),
  route.get(`${PATH}modelRecords/`, 'listModelRecords', {
    access: needs(PROJECT, 'read'),
    summary: 'The leaderboard: paged, sorted, filtered',
    added: 'v2.33',
    query: schema.ModelRecordQuery,
    replies: { 200: schema.ModelPage },
    handle: (ctx, { params, url, query }) => models.listModelRecords(ctx, params.projectId, url, query),
  }),
  route.get(`${PATH}models/{modelId}/`, 'getModel', {
    access: needs(PROJECT, 'read'),
    summary: 'One model',
    replies: { 200: schema.Model },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => models.getModel(ctx, params.projectId, params.modelId),
  }),
  route.patch(`${PATH}models/{modelId}/`, 'changeModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Star a model, or set its threshold',
    body: schema.ModelChange,
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params, body }) => models.changeModel(ctx, params.projectId, params.modelId, body),
  }),
  route.delete(`${PATH}models/{modelId}/`, 'deleteModel', {
    access: needs(PROJECT, 'write'),
    summary: 'Delete a model with its predictions',
    replies: { 204: null },
    refusals: { 404: ['projects.no_such_model', 'projects.no_such_project'], 422: ['projects.model_in_blend'] },
    handle: (ctx, { params }) => models.deleteModel(ctx, params.projectId, params.modelId),
  }),
  route.get(`${PATH}models/{modelId}/features/`, 'listModelFeatures', {
    access: needs(PROJECT, 'read'),
    summary: 'List the features of a model',
    replies: { 200: schema.ModelFeatures },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => models.listModelFeatures(ctx, params.projectId, params.modelId),
  }),
  route.get(`${PATH}datetimeModels/`, 'listDatetimeModels', {
    access: needs(PROJECT, 'read'),
    summary: 'Models of a project with dates, with their scores per backtest',
    query: schema.DatetimeModelQuery,
    replies: { 200: schema.DatetimeModelPage },
    refusals: { 404: ['projects.not_dated'] },
    handle: (ctx, { params, url, query }) => models.listDatetimeModels(ctx, params.projectId, url, query),
  }),
  route.get(`${PATH}datetimeModels/{modelId}/`, 'getDatetimeModel', {
    access: needs(PROJECT, 'read'),
    summary: 'One model with its scores per backtest',
    replies: { 200: schema.DatetimeModel },
    refusals: { 404: ['projects.no_such_model', 'projects.not_dated'] },
    handle: (ctx, { params }) => models.getDatetimeModel(ctx, params.projectId, params.modelId),
  }),
  route.get(`${PATH}frozenModels/`, 'listFrozenModels', {
    access: needs(PROJECT, 'read'),
    summary: 'List frozen models: retrained on other data with the parameters of another model',
    query: schema.OfKindQuery,
    replies: { 200: pageOf(schema.Model) },
    handle: (ctx, { params, url, query }) => models.listOfKind(ctx, params.projectId, 'frozen', url, query),
  }),
  route.get(`${PATH}frozenModels/{modelId}/`, 'getFrozenModel', {
    access: needs(PROJECT, 'read'),
    summary: 'One frozen model',
    replies: { 200: schema.Model },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => models.getOfKind(ctx, params.projectId, 'frozen', params.modelId),
  }),
  route.get(`${PATH}blenderModels/`, 'listBlenderModels', {
    access: needs(PROJECT, 'read'),
    summary: 'Blends of models',
    query: schema.OfKindQuery,
    replies: { 200: pageOf(schema.BlenderModel) },
    handle: (ctx, { params, url, query }) => models.listOfKind(ctx, params.projectId, 'blend', url, query),
  }),
  route.get(`${PATH}blenderModels/{modelId}/`, 'getBlenderModel', {
    access: needs(PROJECT, 'read'),
    summary: 'One blend with its members',
    replies: { 200: schema.BlenderModel },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => models.getOfKind(ctx, params.projectId, 'blend', params.modelId),
  }),
  route.get(`${PATH}recommendedModels/`, 'listRecommendedModels', {
    access: needs(PROJECT, 'read'),
    summary: 'List recommended models with the kind of recommendation',
    replies: { 200: z.array(schema.Recommendation) },
    handle: (ctx, { params }) => models.listRecommended(ctx, params.projectId),
  }),
  route.get(`${PATH}recommendedModels/recommendedModel/`, 'getRecommendedModel', {
    access: needs(PROJECT, 'read'),
    summary: 'The model to deploy',
    replies: { 200: schema.Recommendation },
    refusals: { 404: ['projects.nothing_recommended'] },
    handle: (ctx, { params }) => models.getRecommended(ctx, params.projectId),
  }),
];

const ONE_MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';

export const modelFactRoutes = [
  route.get(`${ONE_MODEL}blueprintChart/`, 'getModelChart', {
    access: needs(PROJECT, 'read'),
    summary: 'The steps of a model, from the data to the prediction',
    replies: { 200: schema.Chart },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => getModelChart(ctx, params.projectId, params.modelId),
  }),
  route.get(`${ONE_MODEL}blueprintDocs/`, 'getModelDocs', {
    access: needs(PROJECT, 'read'),
    summary: 'What the steps of a model do',
    replies: { 200: schema.Docs },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => getModelDocs(ctx, params.projectId, params.modelId),
  }),
  route.get(`${ONE_MODEL}supportedCapabilities/`, 'getModelCapabilities', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the capabilities of a model',
    replies: { 200: schema.Capabilities },
    refusals: { 404: ['projects.no_such_model'] },
    handle: (ctx, { params }) => getCapabilities(ctx, params.projectId, params.modelId),
  }),
  route.get(`${ONE_MODEL}crossValidationScores/`, 'getModelFoldScores', {
    access: needs(PROJECT, 'read'),
    summary: 'The scores of a model, fold by fold',
    query: schema.FoldScoresQuery,
    replies: { 200: schema.FoldScores },
    refusals: { 404: ['projects.no_such_model', 'projects.not_cross_validated'] },
    handle: (ctx, { params, query }) => getFoldScores(ctx, params.projectId, params.modelId, query),
  }),
];
