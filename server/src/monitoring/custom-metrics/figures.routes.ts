import { route } from '#platform/http/route.ts';
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

const common = { method: 'GET', part: 'monitoring' } as const;

type Params = { readonly deploymentId: string; readonly customMetricId: string };
const place = ({ deploymentId, customMetricId }: Params) => ({ deploymentId, metricId: customMetricId });

export const metricFigureRoutes = [
  route({
    ...common,
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
    ...common,
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
    ...common,
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
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverTime/',
    operation: 'getCustomMetricValuesOverTime',
    summary: 'A custom metric bucket by bucket',
    history: { added: 'v2.31' },
    query: OverTimeQuery,
    replies: { 200: ValuesOverTime },
    handle: (ctx, { params, query }) => metricOverTime(ctx, place(params), query),
  }),
  route({
    ...common,
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
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/customMetrics/{customMetricId}/valuesOverBatch/',
    operation: 'getCustomMetricValuesOverBatch',
    summary: 'A custom metric, monitoring batch by monitoring batch',
    history: { added: 'v2.33' },
    query: BatchQuery,
    replies: { 200: ValuesOverBatch },
    handle: (ctx, { params, query }) => metricOverBatch(ctx, place(params), query),
  }),
];
