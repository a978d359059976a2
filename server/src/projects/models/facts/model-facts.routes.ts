import { route } from '#platform/http/route.ts';
import { Capabilities, Chart, Docs, FoldScores, FoldScoresQuery } from '../model.schema.ts';
import { getCapabilities, getFoldScores, getModelChart, getModelDocs } from './model-facts.ts';

const PATH = '/api/v2/projects/{projectId}/models/{modelId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

export const modelFactRoutes = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}blueprintChart/`,
    operation: 'getModelChart',
    summary: 'The steps of a model, from the data to the prediction',
    replies: { 200: Chart },
    handle: (ctx, { params }) => getModelChart(ctx, params.projectId, params.modelId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}blueprintDocs/`,
    operation: 'getModelDocs',
    summary: 'What the steps of a model do',
    replies: { 200: Docs },
    handle: (ctx, { params }) => getModelDocs(ctx, params.projectId, params.modelId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}supportedCapabilities/`,
    operation: 'getModelCapabilities',
    summary: 'What can be done with a model',
    replies: { 200: Capabilities },
    handle: (ctx, { params }) => getCapabilities(ctx, params.projectId, params.modelId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${PATH}crossValidationScores/`,
    operation: 'getModelFoldScores',
    summary: 'The scores of a model, fold by fold',
    query: FoldScoresQuery,
    replies: { 200: FoldScores },
    handle: (ctx, { params, query }) => getFoldScores(ctx, params.projectId, params.modelId, query),
  }),
];
