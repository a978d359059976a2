import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import * as schema from './chart.schema.ts';
import * as chartsService from './charts.ts';

const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const route = routeGroup({ part: 'projects', added: 'v2.0', access: needs(PROJECT, 'read') });

/** Charts that come as a list and one by one, alike but for what is in them. */
const pairs = [
  { name: 'liftChart', operation: 'LiftChart', item: schema.LiftChart, read: chartsService.readLift, what: 'Lift' },
  {
    name: 'multiclassLiftChart',
    operation: 'MulticlassLiftChart',
    item: schema.MulticlassLiftChart,
    read: chartsService.readClassLift,
    what: 'Lift of each class',
  },
  {
    name: 'rocCurve',
    operation: 'RocCurve',
    item: schema.RocCurve,
    read: chartsService.readRoc,
    what: 'ROC curve',
    forSomeTasks: true,
  },
  {
    name: 'confusionCharts',
    operation: 'ConfusionChart',
    item: schema.ConfusionChart,
    read: chartsService.readConfusion,
    what: 'Which classes are taken for which',
    forSomeTasks: true,
  },
] as const;

const NOT_FOR_TASK = ['insights.not_for_task'] as const;

/** Of a chart on one part of the data. */
const SOURCE_REFUSALS = {
  403: ['insights.holdout_locked'],
  404: ['insights.not_scored', 'projects.no_such_model'],
  422: ['insights.no_such_source'],
} as const;

export const chartRoutes = [
  ...pairs.flatMap(({ name, operation, item, read, what, ...more }) => [
    route.get(`${MODEL}${name}/`, `list${operation}s`, {
      summary: `${what} on all data that may be seen`,
      replies: { 200: schema.chartsOf<typeof item>(item) },
      refusals: { 404: ['projects.no_such_model'], ...('forSomeTasks' in more ? { 422: NOT_FOR_TASK } : {}) },
      handle: async (ctx, { params }) => ({ charts: await read(ctx, params.projectId, params.modelId) }),
    }),
    route.get(`${MODEL}${name}/{source}/`, `get${operation}`, {
      summary: `${what} on one part of the data`,
      replies: { 200: item },
      refusals: {
        ...SOURCE_REFUSALS,
        ...('forSomeTasks' in more ? { 422: [...SOURCE_REFUSALS[422], ...NOT_FOR_TASK] } : {}),
      },
      handle: (ctx, { params }) =>
        chartsService.only<object>(
          read(ctx, params.projectId, params.modelId, params.source) as Promise<readonly object[]>,
        ),
    }),
  ]),
  route.get(`${MODEL}residuals/`, 'listResiduals', {
    summary: 'What is between predictions and outcomes, on all data that may be seen',
    replies: { 200: schema.ResidualsCharts },
    refusals: { 404: ['projects.no_such_model'], 422: ['insights.not_for_task'] },
    handle: (ctx, { params }) => chartsService.readResiduals(ctx, params.projectId, params.modelId),
  }),
  route.get(`${MODEL}residuals/{source}/`, 'getResiduals', {
    summary: 'What is between predictions and outcomes, on one part of the data',
    replies: { 200: schema.ResidualsCharts },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_scored', 'projects.no_such_model'],
      422: ['insights.no_such_source', 'insights.not_for_task'],
    },
    handle: (ctx, { params }) => chartsService.readResiduals(ctx, params.projectId, params.modelId, params.source),
  }),
  route.get(`${MODEL}confusionCharts/{source}/metadata/`, 'getConfusionChartMetadata', {
    summary: 'The classes of a confusion chart, in its order',
    replies: { 200: schema.ConfusionMetadata },
    refusals: {
      403: ['insights.holdout_locked'],
      404: ['insights.not_scored', 'projects.no_such_model'],
      422: ['insights.no_such_source', 'insights.not_for_task'],
    },
    handle: (ctx, { params }) =>
      chartsService.readConfusionMetadata(ctx, params.projectId, params.modelId, params.source),
  }),
];
