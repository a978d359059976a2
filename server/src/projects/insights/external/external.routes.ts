import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { JobStarted } from '../features/feature.schema.ts';
import * as schema from './external.schema.ts';
import * as charts from './external-charts.ts';
import { listExternalScores, requestExternalScores } from './external-scores.ts';

const SCORES = '/api/v2/projects/{projectId}/externalScores/';
const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const CONFUSION = `${MODEL}datasetConfusionCharts/{datasetId}/` as const;
const route = routeGroup({ part: 'projects', added: 'v2.21' });

const CHART_REFUSALS = { 404: ['projects.no_such_model'], 422: ['insights.not_for_task'] } as const;
const ONE_REFUSALS = {
  404: ['insights.not_computed', 'projects.no_such_model'],
  422: ['insights.not_for_task'],
} as const;

/** Charts of tests on other datasets, alike but for what is in them. */
const lists = [
  { name: 'Lift', item: schema.DatasetLift, read: charts.listDatasetLift, what: 'Lift' },
  {
    name: 'MulticlassLift',
    item: schema.DatasetClassLift,
    read: charts.listDatasetClassLift,
    what: 'Lift of each class',
  },
  { name: 'Residuals', item: schema.DatasetResiduals, read: charts.listDatasetResiduals, what: 'Residuals' },
  {
    name: 'Confusion',
    item: schema.DatasetConfusion,
    read: charts.listDatasetConfusion,
    what: 'Which classes are taken for which',
  },
] as const;

export const externalRoutes = [
  route.post(SCORES, 'requestExternalScores', {
    access: needs(PROJECT, 'use'),
    summary: 'Score a model on an uploaded dataset that has the target',
    body: schema.ExternalRequest,
    replies: { 202: JobStarted },
    refusals: {
      404: ['predictions.no_such_dataset', 'projects.no_such_model'],
      422: ['external.no_outcomes', 'insights.not_for_task', 'projects.job_already_added', 'projects.no_target_yet'],
    },
    handle: (ctx, { params, body }) => requestExternalScores(ctx, params.projectId, body),
  }),
  route.get(SCORES, 'listExternalScores', {
    access: needs(PROJECT, 'read'),
    summary: 'Scores of models on uploaded datasets, newest first',
    query: schema.ScoresQuery,
    replies: { 200: pageOf(schema.ExternalScores) },
    handle: (ctx, { params, url, query }) => listExternalScores(ctx, params.projectId, url, query),
  }),
  ...lists.map(({ name, item, read, what }) =>
    route.get(`${MODEL}dataset${name}Charts/` as `${typeof MODEL}datasetCharts/`, `listDataset${name}Charts`, {
      access: needs(PROJECT, 'read'),
      summary: `${what} on the datasets a model was scored on`,
      query: schema.ExternalQuery,
      replies: { 200: pageOf<typeof item>(item) },
      refusals: CHART_REFUSALS,
      handle: (ctx, { params, url, query }) => read(ctx, params.projectId, params.modelId, url, query),
    }),
  ),
  route.get(`${MODEL}datasetRocCurves/`, 'listDatasetRocCurves', {
    access: needs(PROJECT, 'read'),
    summary: 'ROC curve on the datasets a model was scored on',
    query: schema.ExternalQuery,
    replies: { 200: pageOf(schema.DatasetRoc) },
    refusals: CHART_REFUSALS,
    handle: (ctx, { params, url, query }) => charts.listDatasetRoc(ctx, params.projectId, params.modelId, url, query),
  }),
  route.get(CONFUSION, 'getDatasetConfusionChart', {
    access: needs(PROJECT, 'read'),
    summary: 'Which classes are taken for which, on one dataset',
    replies: { 200: schema.DatasetConfusion },
    refusals: ONE_REFUSALS,
    handle: (ctx, { params }) => charts.readDatasetConfusion(ctx, params.projectId, params.modelId, params.datasetId),
  }),
  route.get(`${CONFUSION}metadata/`, 'getDatasetConfusionChartMetadata', {
    access: needs(PROJECT, 'read'),
    summary: 'The classes of a confusion chart on one dataset, in its order',
    replies: { 200: schema.DatasetConfusionMetadata },
    refusals: ONE_REFUSALS,
    handle: (ctx, { params }) =>
      charts.readDatasetConfusionMetadata(ctx, params.projectId, params.modelId, params.datasetId),
  }),
];
