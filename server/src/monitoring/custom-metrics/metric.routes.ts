import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { reportDatasetValues } from './dataset-values.job.ts';
import {
  BatchQuery,
  BatchSummaries,
  BatchSummary,
  OverTimeQuery,
  Summaries,
  Summary,
  SummaryQuery,
  ValuesOverBatch,
  ValuesOverTime,
} from './figures.schema.ts';
import {
  metricBatchSummary,
  metricOverBatch,
  metricOverTime,
  metricSummary,
  metricsBatchSummary,
  metricsSummary,
} from './figures.ts';
import {
  Accepted,
  BulkValues,
  Metric,
  MetricChange,
  MetricCreate,
  MetricsQuery,
  ValuesFromDataset,
  ValuesFromJson,
} from './metric.schema.ts';
import { changeMetric, createMetric, deleteMetric, getMetric, listMetrics } from './metrics.ts';
import { reportBulkValues, reportValues } from './values.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.31' });
const ALL = '/api/v2/deployments/{deploymentId}/customMetrics/';
const ONE = '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/';

type Params = { readonly deploymentId: string; readonly customMetricId: string };
const place = ({ deploymentId, customMetricId }: Params) => ({ deploymentId, metricId: customMetricId });

export const metricRoutes = [
  route.get(ALL, 'listCustomMetrics', {
    summary: 'The custom metrics of a deployment, the oldest first',
    query: MetricsQuery,
    replies: { 200: pageOf(Metric) },
    handle: (ctx, { params, url, query }) => listMetrics(ctx, params.deploymentId, url, query),
  }),
  route.post(ALL, 'createCustomMetric', {
    summary: 'Create a custom metric whose values are reported; at most 25 per deployment',
    body: MetricCreate,
    replies: { 201: Metric },
    handle: (ctx, { params, body }) => createMetric(ctx, params.deploymentId, body),
  }),
  route.get(ONE, 'getCustomMetric', {
    summary: 'One custom metric',
    replies: { 200: Metric },
    handle: (ctx, { params }) => getMetric(ctx, place(params)),
  }),
  route.patch(ONE, 'changeCustomMetric', {
    summary: 'Change the name, units, type, direction, baseline or columns of a custom metric',
    body: MetricChange,
    replies: { 200: Metric },
    handle: (ctx, { params, body }) => changeMetric(ctx, place(params), body),
  }),
  route.delete(ONE, 'deleteCustomMetric', {
    summary: 'Delete a custom metric with its values',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteMetric(ctx, place(params)),
  }),
  route.post(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromJSON/',
    'reportCustomMetricValues',
    {
      summary: 'Report values of a custom metric, each of a point in time or of a monitoring batch',
      body: ValuesFromJson,
      replies: { 202: Accepted },
      handle: (ctx, { params, body }) => reportValues(ctx, place(params), body),
    },
  ),
  route.post(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromDataset/',
    'reportCustomMetricDataset',
    {
      summary: 'Report the rows of a dataset as values of a custom metric',
      body: ValuesFromDataset,
      replies: { 202: Accepted },
      handle: (ctx, { params, body }) => reportDatasetValues(ctx, place(params), body),
    },
  ),
  route.post('/api/v2/deployments/{deploymentId}/customMetrics/bulkUpload/', 'reportCustomMetricsValues', {
    summary: 'Report values of several custom metrics at once',
    body: BulkValues,
    replies: { 202: Accepted },
    handle: (ctx, { params, body }) => reportBulkValues(ctx, params.deploymentId, body),
  }),
];

export const metricFigureRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/customMetricsSummary/', 'getCustomMetricsSummary', {
    summary: 'All custom metrics of a deployment over a period, each as one value beside its baseline',
    query: SummaryQuery,
    replies: { 200: Summaries },
    handle: (ctx, { params, query }) => metricsSummary(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/customMetricsBatchSummary/', 'getCustomMetricsBatchSummary', {
    summary: 'All custom metrics of a deployment over monitoring batches, each as one value beside its baseline',
    added: 'v2.33',
    query: BatchQuery,
    replies: { 200: BatchSummaries },
    handle: (ctx, { params, query }) => metricsBatchSummary(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/summary/', 'getCustomMetricSummary', {
    summary: 'A custom metric over a period, as one value beside its baseline',
    query: SummaryQuery,
    replies: { 200: Summary },
    handle: (ctx, { params, query }) => metricSummary(ctx, place(params), query),
  }),
  route.get(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverTime/',
    'getCustomMetricValuesOverTime',
    {
      summary: 'A custom metric over time',
      query: OverTimeQuery,
      replies: { 200: ValuesOverTime },
      handle: (ctx, { params, query }) => metricOverTime(ctx, place(params), query),
    },
  ),
  route.get(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/batchSummary/',
    'getCustomMetricBatchSummary',
    {
      summary: 'A custom metric over monitoring batches, as one value beside its baseline',
      added: 'v2.33',
      query: BatchQuery,
      replies: { 200: BatchSummary },
      handle: (ctx, { params, query }) => metricBatchSummary(ctx, place(params), query),
    },
  ),
  route.get(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverBatch/',
    'getCustomMetricValuesOverBatch',
    {
      summary: 'A custom metric by monitoring batch',
      added: 'v2.33',
      query: BatchQuery,
      replies: { 200: ValuesOverBatch },
      handle: (ctx, { params, query }) => metricOverBatch(ctx, place(params), query),
    },
  ),
];
