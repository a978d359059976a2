import { route } from '#platform/http/route.ts';
import {
  ConfusionChart,
  ConfusionMetadata,
  chartsOf,
  LiftChart,
  MulticlassLiftChart,
  ResidualsCharts,
  RocCurve,
} from './chart.schema.ts';
import {
  only,
  readClassLift,
  readConfusion,
  readConfusionMetadata,
  readLift,
  readResiduals,
  readRoc,
} from './charts.ts';

const MODEL = '/api/v2/projects/{projectId}/models/{modelId}/';
const shared = { part: 'projects', history: { added: 'v2.0' } } as const;

/** Charts that come as a list and one by one, alike but for what is in them. */
const pairs = [
  { name: 'liftChart', operation: 'LiftChart', item: LiftChart, read: readLift, what: 'Lift' },
  {
    name: 'multiclassLiftChart',
    operation: 'MulticlassLiftChart',
    item: MulticlassLiftChart,
    read: readClassLift,
    what: 'Lift of each class',
  },
  { name: 'rocCurve', operation: 'RocCurve', item: RocCurve, read: readRoc, what: 'ROC curve' },
  {
    name: 'confusionCharts',
    operation: 'ConfusionChart',
    item: ConfusionChart,
    read: readConfusion,
    what: 'Which classes are taken for which',
  },
] as const;

export const chartRoutes = [
  ...pairs.flatMap(({ name, operation, item, read, what }) => [
    route({
      ...shared,
      access: 'account',
      method: 'GET',
      path: `${MODEL}${name}/`,
      operation: `list${operation}s`,
      summary: `${what} on all data that may be seen`,
      replies: { 200: chartsOf<typeof item>(item) },
      handle: async (ctx, { params }) => ({ charts: await read(ctx, params.projectId, params.modelId) }),
    }),
    route({
      ...shared,
      access: 'account',
      method: 'GET',
      path: `${MODEL}${name}/{source}/`,
      operation: `get${operation}`,
      summary: `${what} on one part of the data`,
      replies: { 200: item },
      handle: (ctx, { params }) =>
        only<object>(read(ctx, params.projectId, params.modelId, params.source) as Promise<readonly object[]>),
    }),
  ]),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}residuals/`,
    operation: 'listResiduals',
    summary: 'What is between predictions and outcomes, on all data that may be seen',
    replies: { 200: ResidualsCharts },
    handle: (ctx, { params }) => readResiduals(ctx, params.projectId, params.modelId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}residuals/{source}/`,
    operation: 'getResiduals',
    summary: 'What is between predictions and outcomes, on one part of the data',
    replies: { 200: ResidualsCharts },
    handle: (ctx, { params }) => readResiduals(ctx, params.projectId, params.modelId, params.source),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${MODEL}confusionCharts/{source}/metadata/`,
    operation: 'getConfusionChartMetadata',
    summary: 'The classes of a confusion chart, in its order',
    replies: { 200: ConfusionMetadata },
    handle: (ctx, { params }) => readConfusionMetadata(ctx, params.projectId, params.modelId, params.source),
  }),
];
