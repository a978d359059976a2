import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { bucketSize, PeriodReply, periodQuery } from '../scope/period.schema.ts';
import {
  BatchServiceStats,
  BatchStatsQuery,
  DeploymentUses,
  ServiceStats,
  ServiceStatsOverBatch,
  ServiceStatsOverTime,
  StatsOverBatchQuery,
  StatsOverTimeQuery,
  StatsQuery,
  UsageQuery,
} from './service.schema.ts';
import {
  batchServiceStats,
  humilityStats,
  humilityStatsOverTime,
  listDeploymentUsage,
  serviceStats,
  serviceStatsOverBatch,
  serviceStatsOverTime,
} from './service-stats.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.18' });

export const usageRoutes = [
  route.get('/api/v2/usage/deployments/', 'listDeploymentUsage', {
    summary: 'Usage of deployments by user, busiest first; the last 30 days by default',
    added: 'v2.43',
    query: UsageQuery,
    replies: { 200: DeploymentUses },
    handle: (ctx, { url, query }) => listDeploymentUsage(ctx, url, query),
  }),
];

export const serviceRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/serviceStats/', 'getServiceStats', {
    summary: 'Service statistics of a deployment over a period',
    query: StatsQuery,
    replies: { 200: ServiceStats },
    handle: (ctx, { params, query }) => serviceStats(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/serviceStatsOverTime/', 'getServiceStatsOverTime', {
    summary: 'One service metric of a deployment over time',
    query: StatsOverTimeQuery,
    replies: { 200: ServiceStatsOverTime },
    handle: (ctx, { params, query }) => serviceStatsOverTime(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/batchServiceStats/', 'getBatchServiceStats', {
    summary: 'Service statistics of a deployment over monitoring batches',
    added: 'v2.33',
    query: BatchStatsQuery,
    replies: { 200: BatchServiceStats },
    handle: (ctx, { params, query }) => batchServiceStats(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/serviceStatsOverBatch/', 'getServiceStatsOverBatch', {
    summary: 'One service metric of a deployment by monitoring batch',
    added: 'v2.33',
    query: StatsOverBatchQuery,
    replies: { 200: ServiceStatsOverBatch },
    handle: (ctx, { params, query }) => serviceStatsOverBatch(ctx, params.deploymentId, query),
  }),
];

const Value = z.strictObject({ ruleId: z.string(), ruleName: z.string(), value: z.number() });

export const humilityRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/humilityStats/', 'getHumilityStats', {
    summary: 'Humility statistics; always empty, since humility rules are not supported',
    added: 'v2.21',
    query: z.strictObject(periodQuery),
    replies: {
      200: z.strictObject({ period: PeriodReply, modelId: z.string().nullable(), data: z.array(Value) }),
    },
    handle: (ctx, { params, query }) => humilityStats(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/humilityStatsOverTime/', 'getHumilityStatsOverTime', {
    summary: 'Humility statistics over time; always empty',
    added: 'v2.21',
    query: z.strictObject({ ...periodQuery, bucketSize }),
    replies: {
      200: z.strictObject({
        modelId: z.string().nullable(),
        summary: z.strictObject({ period: PeriodReply, values: z.array(Value) }),
        buckets: z.array(z.strictObject({ period: PeriodReply, values: z.array(Value) })),
      }),
    },
    handle: (ctx, { params, query }) => humilityStatsOverTime(ctx, params.deploymentId, query),
  }),
];
