import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './fitted.schema.ts';
import * as fitted from './fitted.ts';

const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0' });

export const fittedRoutes = [
  route.get(`${MODEL}parameters/`, 'getModelParameters', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the coefficients of a linear model, with the steps that make its terms',
    replies: { 200: schema.Parameters },
    refusals: {
      404: ['insights.no_parameters', 'projects.no_such_model'],
      422: ['models.damaged_file'],
    },
    handle: (ctx, { params }) => fitted.readParameters(ctx, params.projectId, params.modelId),
  }),
  route.get(`${MODEL}missingReport/`, 'getMissingReport', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the missing values of the training rows by feature, and how the model handles them',
    replies: { 200: schema.MissingReport },
    refusals: { 404: ['insights.no_fit_report', 'projects.no_such_model'] },
    handle: (ctx, { params }) => fitted.readMissingReport(ctx, params.projectId, params.modelId),
  }),
  route.get(`${MODEL}wordCloud/`, 'getWordCloud', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the words and word pairs of text features by their effect on the target',
    query: schema.WordCloudQuery,
    replies: { 200: schema.WordCloud },
    refusals: {
      404: ['insights.no_fit_report', 'insights.no_word_cloud', 'projects.no_such_model'],
      422: ['models.damaged_file'],
    },
    handle: (ctx, { params, query }) =>
      fitted.readWordCloud(ctx, params.projectId, params.modelId, query.excludeStopWords),
  }),
  route.get(`${MODEL}numIterationsTrained/`, 'getIterationsTrained', {
    access: needs(PROJECT, 'read'),
    summary: 'Get the number of trees that boosting or a forest was trained with',
    added: 'v2.22',
    replies: { 200: schema.Iterations },
    refusals: {
      404: ['insights.no_iterations', 'projects.no_such_model'],
      422: ['models.damaged_file'],
    },
    handle: (ctx, { params }) => fitted.readIterations(ctx, params.projectId, params.modelId),
  }),
];
