import { READING_REFUSALS } from '#data';
import { DEPLOYMENT } from '#deployments';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { BUCKET_CODES } from '../scope/period.rules.ts';
import { reportDatasetValues } from './dataset-values.job.ts';
import * as schema from './figures.schema.ts';
import * as figures from './figures.ts';
import * as metricSchema from './metric.schema.ts';
import { changeMetric, createMetric, deleteMetric, getMetric, listMetrics } from './metrics.ts';
import { reportBulkValues, reportValues } from './values.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.31' });
const ALL = '/api/v2/deployments/{deploymentId}/customMetrics/';
const ONE = '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/';

type Params = { readonly deploymentId: string; readonly customMetricId: string };
const place = ({ deploymentId, customMetricId }: Params) => ({ deploymentId, metricId: customMetricId });

export const metricRoutes = [
  route.get(ALL, 'listCustomMetrics', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'The custom metrics of a deployment, the oldest first',
    query: metricSchema.MetricsQuery,
    replies: { 200: pageOf(metricSchema.Metric) },
    handle: (ctx, { params, url, query }) => listMetrics(ctx, params.deploymentId, url, query),
  }),
  route.post(ALL, 'createCustomMetric', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Create a custom metric whose values are reported; at most 25 per deployment',
    body: metricSchema.MetricCreate,
    replies: { 201: metricSchema.Metric },
    refusals: { 409: ['custom_metric.name_taken', 'custom_metric.too_many'] },
    handle: (ctx, { params, body }) => createMetric(ctx, params.deploymentId, body),
  }),
  route.get(ONE, 'getCustomMetric', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One custom metric',
    replies: { 200: metricSchema.Metric },
    refusals: { 404: ['custom_metric.not_found'] },
    handle: (ctx, { params }) => getMetric(ctx, place(params)),
  }),
  route.patch(ONE, 'changeCustomMetric', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Change the name, units, type, direction, baseline or columns of a custom metric',
    body: metricSchema.MetricChange,
    replies: { 200: metricSchema.Metric },
    refusals: { 404: ['custom_metric.not_found'], 409: ['custom_metric.name_taken'] },
    handle: (ctx, { params, body }) => changeMetric(ctx, place(params), body),
  }),
  route.delete(ONE, 'deleteCustomMetric', {
    access: needs(DEPLOYMENT, 'write'),
    summary: 'Delete a custom metric with its values',
    replies: { 204: null },
    refusals: { 404: ['custom_metric.not_found', 'deployments.no_such_deployment'] },
    handle: (ctx, { params }) => deleteMetric(ctx, place(params)),
  }),
  route.post(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromJSON/',
    'reportCustomMetricValues',
    {
      access: needs(DEPLOYMENT, 'use'),
      summary: 'Report values of a custom metric, each of a point in time or of a monitoring batch',
      body: metricSchema.ValuesFromJson,
      replies: { 202: metricSchema.Accepted },
      refusals: {
        404: ['custom_metric.not_found', 'monitoring.no_such_batch'],
        422: ['monitoring.batch_locked', 'monitoring.not_of_deployment'],
      },
      handle: (ctx, { params, body }) => reportValues(ctx, place(params), body),
    },
  ),
  route.post(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromDataset/',
    'reportCustomMetricDataset',
    {
      access: needs(DEPLOYMENT, 'use'),
      summary: 'Report the rows of a dataset as values of a custom metric',
      body: metricSchema.ValuesFromDataset,
      replies: { 202: metricSchema.Accepted },
      refusals: {
        ...READING_REFUSALS,
        404: [...READING_REFUSALS[404], 'custom_metric.not_found', 'monitoring.no_such_batch'],
        422: [...READING_REFUSALS[422], 'monitoring.batch_locked', 'monitoring.not_of_deployment'],
      },
      handle: (ctx, { params, body }) => reportDatasetValues(ctx, place(params), body),
    },
  ),
  route.post('/api/v2/deployments/{deploymentId}/customMetrics/bulkUpload/', 'reportCustomMetricsValues', {
    access: needs(DEPLOYMENT, 'use'),
    summary: 'Report values of several custom metrics at once',
    body: metricSchema.BulkValues,
    replies: { 202: metricSchema.Accepted },
    refusals: {
      404: ['custom_metric.not_found', 'monitoring.no_such_batch'],
      422: ['monitoring.batch_locked', 'monitoring.not_of_deployment'],
    },
    handle: (ctx, { params, body }) => reportBulkValues(ctx, params.deploymentId, body),
  }),
];

export const metricFigureRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/customMetricsSummary/', 'getCustomMetricsSummary', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'All custom metrics of a deployment over a period, each as one value beside its baseline',
    query: schema.SummaryQuery,
    replies: { 200: schema.Summaries },
    refusals: { 400: ['monitoring.empty_period', 'monitoring.no_time'] },
    handle: (ctx, { params, query }) => figures.metricsSummary(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/customMetricsBatchSummary/', 'getCustomMetricsBatchSummary', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'All custom metrics of a deployment over monitoring batches, each as one value beside its baseline',
    added: 'v2.33',
    query: schema.BatchQuery,
    replies: { 200: schema.BatchSummaries },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => figures.metricsBatchSummary(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/summary/', 'getCustomMetricSummary', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'A custom metric over a period, as one value beside its baseline',
    query: schema.SummaryQuery,
    replies: { 200: schema.Summary },
    refusals: { 400: ['monitoring.empty_period', 'monitoring.no_time'], 404: ['custom_metric.not_found'] },
    handle: (ctx, { params, query }) => figures.metricSummary(ctx, place(params), query),
  }),
  route.get(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverTime/',
    'getCustomMetricValuesOverTime',
    {
      access: needs(DEPLOYMENT, 'read'),
      summary: 'A custom metric over time',
      query: schema.OverTimeQuery,
      replies: { 200: schema.ValuesOverTime },
      refusals: {
        400: ['monitoring.empty_period', 'monitoring.no_time', ...BUCKET_CODES],
        404: ['custom_metric.not_found'],
      },
      handle: (ctx, { params, query }) => figures.metricOverTime(ctx, place(params), query),
    },
  ),
  route.get(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/batchSummary/',
    'getCustomMetricBatchSummary',
    {
      access: needs(DEPLOYMENT, 'read'),
      summary: 'A custom metric over monitoring batches, as one value beside its baseline',
      added: 'v2.33',
      query: schema.BatchQuery,
      replies: { 200: schema.BatchSummary },
      refusals: { 404: ['custom_metric.not_found', 'monitoring.no_such_batch'] },
      handle: (ctx, { params, query }) => figures.metricBatchSummary(ctx, place(params), query),
    },
  ),
  route.get(
    '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverBatch/',
    'getCustomMetricValuesOverBatch',
    {
      access: needs(DEPLOYMENT, 'read'),
      summary: 'A custom metric by monitoring batch',
      added: 'v2.33',
      query: schema.BatchQuery,
      replies: { 200: schema.ValuesOverBatch },
      refusals: { 404: ['custom_metric.not_found', 'monitoring.no_such_batch'] },
      handle: (ctx, { params, query }) => figures.metricOverBatch(ctx, place(params), query),
    },
  ),
];
