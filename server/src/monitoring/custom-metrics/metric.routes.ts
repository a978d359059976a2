import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
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

const common = { part: 'monitoring', history: { added: 'v2.31' } } as const;
const ALL = '/api/v2/deployments/{deploymentId}/customMetrics/';
const ONE = '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/';

type Params = { readonly deploymentId: string; readonly customMetricId: string };
const place = ({ deploymentId, customMetricId }: Params) => ({ deploymentId, metricId: customMetricId });

export const metricRoutes = [
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: ALL,
    operation: 'listCustomMetrics',
    summary: 'The custom metrics of a deployment, the oldest first',
    query: MetricsQuery,
    replies: { 200: pageOf(Metric) },
    handle: (ctx, { params, url, query }) => listMetrics(ctx, params.deploymentId, url, query),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: ALL,
    operation: 'createCustomMetric',
    summary: 'Create a custom metric whose values are reported; at most 25 per deployment',
    body: MetricCreate,
    replies: { 201: Metric },
    handle: (ctx, { params, body }) => createMetric(ctx, params.deploymentId, body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getCustomMetric',
    summary: 'One custom metric',
    replies: { 200: Metric },
    handle: (ctx, { params }) => getMetric(ctx, place(params)),
  }),
  route({
    ...common,
    access: 'account',
    method: 'PATCH',
    path: ONE,
    operation: 'changeCustomMetric',
    summary: 'Change the name, units, type, direction, baseline or columns of a custom metric',
    body: MetricChange,
    replies: { 200: Metric },
    handle: (ctx, { params, body }) => changeMetric(ctx, place(params), body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteCustomMetric',
    summary: 'Delete a custom metric with its values',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteMetric(ctx, place(params)),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromJSON/',
    operation: 'reportCustomMetricValues',
    summary: 'Report values of a custom metric, each of a point in time or of a monitoring batch',
    body: ValuesFromJson,
    replies: { 202: Accepted },
    handle: (ctx, { params, body }) => reportValues(ctx, place(params), body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromDataset/',
    operation: 'reportCustomMetricDataset',
    summary: 'Report the rows of a dataset as values of a custom metric',
    body: ValuesFromDataset,
    replies: { 202: Accepted },
    handle: (ctx, { params, body }) => reportDatasetValues(ctx, place(params), body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/bulkUpload/',
    operation: 'reportCustomMetricsValues',
    summary: 'Report values of several custom metrics at once',
    body: BulkValues,
    replies: { 202: Accepted },
    handle: (ctx, { params, body }) => reportBulkValues(ctx, params.deploymentId, body),
  }),
];

const reading = { method: 'GET', part: 'monitoring' } as const;

export const metricFigureRoutes = [
  route({
    ...reading,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetricsSummary/',
    operation: 'getCustomMetricsSummary',
    summary: 'All custom metrics of a deployment over a period, each as one value beside its baseline',
    history: { added: 'v2.31' },
    query: SummaryQuery,
    replies: { 200: Summaries },
    handle: (ctx, { params, query }) => metricsSummary(ctx, params.deploymentId, query),
  }),
  route({
    ...reading,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetricsBatchSummary/',
    operation: 'getCustomMetricsBatchSummary',
    summary: 'All custom metrics of a deployment over monitoring batches, each as one value beside its baseline',
    history: { added: 'v2.33' },
    query: BatchQuery,
    replies: { 200: BatchSummaries },
    handle: (ctx, { params, query }) => metricsBatchSummary(ctx, params.deploymentId, query),
  }),
  route({
    ...reading,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/summary/',
    operation: 'getCustomMetricSummary',
    summary: 'A custom metric over a period, as one value beside its baseline',
    history: { added: 'v2.31' },
    query: SummaryQuery,
    replies: { 200: Summary },
    handle: (ctx, { params, query }) => metricSummary(ctx, place(params), query),
  }),
  route({
    ...reading,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverTime/',
    operation: 'getCustomMetricValuesOverTime',
    summary: 'A custom metric over time',
    history: { added: 'v2.31' },
    query: OverTimeQuery,
    replies: { 200: ValuesOverTime },
    handle: (ctx, { params, query }) => metricOverTime(ctx, place(params), query),
  }),
  route({
    ...reading,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/batchSummary/',
    operation: 'getCustomMetricBatchSummary',
    summary: 'A custom metric over monitoring batches, as one value beside its baseline',
    history: { added: 'v2.33' },
    query: BatchQuery,
    replies: { 200: BatchSummary },
    handle: (ctx, { params, query }) => metricBatchSummary(ctx, place(params), query),
  }),
  route({
    ...reading,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverBatch/',
    operation: 'getCustomMetricValuesOverBatch',
    summary: 'A custom metric by monitoring batch',
    history: { added: 'v2.33' },
    query: BatchQuery,
    replies: { 200: ValuesOverBatch },
    handle: (ctx, { params, query }) => metricOverBatch(ctx, place(params), query),
  }),
];
