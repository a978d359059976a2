import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { BatchRef } from '../scope/batch.schema.ts';
import { bucketSize, PeriodReply, periodQuery, segmentReply, whichQuery } from '../scope/period.schema.ts';
import { BATCH_METRICS, SERVICE_METRICS } from './service-stats.rules.ts';

const moment = z.iso.datetime({ offset: true });

export const UsageQuery = pageQuery().extend({ from: moment.optional(), to: moment.optional() });

/** What one caller asked of one deployment in the whole span, batch predictions included. */
export const DeploymentUse = z.strictObject({
  deploymentId: z.string(),
  label: z.string(),
  userId: z.string(),
  username: z.string(),
  requests: z.int(),
  predictions: z.int(),
  /** Requests that were refused or failed. */
  errors: z.int(),
  lastAt: z.iso.datetime(),
});

export const DeploymentUses = pageOf(DeploymentUse);

const quantile = z.number().min(0).max(1);
const threshold = z.number().min(0).max(1e9);
const options = {
  executionTimeQuantile: quantile.default(0.5),
  responseTimeQuantile: quantile.default(0.5),
  slowRequestsThreshold: threshold.default(1000),
};
const over = { quantile: quantile.default(0.5), threshold: threshold.default(1000) };

export const StatsQuery = z.strictObject({ ...periodQuery, ...options });
export const StatsOverTimeQuery = z.strictObject({
  ...periodQuery,
  ...over,
  metric: z.enum(SERVICE_METRICS).default('totalPredictions'),
  bucketSize,
});
export const BatchStatsQuery = z.strictObject({ ...whichQuery, ...options });
export const StatsOverBatchQuery = z.strictObject({
  ...whichQuery,
  ...over,
  metric: z.enum(BATCH_METRICS).default('totalPredictions'),
});

const time = z.number().nullable();
const batchMetrics = {
  totalPredictions: z.int(),
  totalRequests: z.int(),
  slowRequests: z.int(),
  executionTime: time,
  responseTime: time,
  userErrorRate: z.number(),
  serverErrorRate: z.number(),
  numConsumers: z.int(),
  cacheHitRatio: z.number(),
};

export const ServiceStats = z.strictObject({
  period: PeriodReply,
  modelId: z.string().nullable(),
  metrics: z.strictObject({ ...batchMetrics, medianLoad: z.number(), peakLoad: z.number() }),
  ...segmentReply,
});

export const ServiceStatsOverTime = z.strictObject({
  metric: z.enum(SERVICE_METRICS),
  modelId: z.string().nullable(),
  summary: z.strictObject({ period: PeriodReply, value: z.number().nullable() }),
  buckets: z.array(z.strictObject({ period: PeriodReply, value: z.number().nullable() })),
  ...segmentReply,
});

export const BatchServiceStats = z.strictObject({
  batches: z.array(BatchRef),
  modelId: z.string().nullable(),
  metrics: z.strictObject(batchMetrics),
  ...segmentReply,
});

export const ServiceStatsOverBatch = z.strictObject({
  metric: z.enum(BATCH_METRICS),
  modelId: z.string().nullable(),
  buckets: z.array(z.strictObject({ batch: BatchRef, value: z.number().nullable() })),
  ...segmentReply,
});
