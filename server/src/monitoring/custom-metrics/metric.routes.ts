import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { changeMetric, createMetric, deleteMetric, getMetric, listMetrics } from './make-metric.ts';
import { Metric, MetricChange, MetricCreate, MetricsQuery } from './metric.schema.ts';
import { takeBulk, takeValues } from './take-values.ts';
import { BulkValues, Taken, ValuesFromDataset, ValuesFromJson } from './values.schema.ts';
import { takeDatasetValues } from './values-dataset.job.ts';

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
    summary: 'Announce a metric whose values are computed elsewhere and reported; at most 25 a deployment',
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
    replies: { 202: Taken },
    handle: (ctx, { params, body }) => takeValues(ctx, place(params), body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/fromDataset/',
    operation: 'reportCustomMetricDataset',
    summary: 'Report the rows of a dataset as values of a custom metric',
    body: ValuesFromDataset,
    replies: { 202: Taken },
    handle: (ctx, { params, body }) => takeDatasetValues(ctx, place(params), body),
  }),
  route({
    ...common,
    access: 'account',
    method: 'POST',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/bulkUpload/',
    operation: 'reportCustomMetricsValues',
    summary: 'Report values of several custom metrics at once',
    body: BulkValues,
    replies: { 202: Taken },
    handle: (ctx, { params, body }) => takeBulk(ctx, params.deploymentId, body),
  }),
];
