import { z } from 'zod';
import { route } from '#platform/http/route.ts';
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

export const usageRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/usage/deployments/',
    operation: 'listDeploymentUsage',
    part: 'monitoring',
    summary: 'Usage of deployments by user, busiest first; the last 30 days by default',
    history: { added: 'v2.43' },
    access: 'account',
    query: UsageQuery,
    replies: { 200: DeploymentUses },
    handle: (ctx, { url, query }) => listDeploymentUsage(ctx, url, query),
  }),
];

const common = { method: 'GET', part: 'monitoring' } as const;

export const serviceRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/serviceStats/',
    operation: 'getServiceStats',
    summary: 'Service statistics of a deployment over a period',
    history: { added: 'v2.18' },
    query: StatsQuery,
    replies: { 200: ServiceStats },
    handle: (ctx, { params, query }) => serviceStats(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/serviceStatsOverTime/',
    operation: 'getServiceStatsOverTime',
    summary: 'One service metric of a deployment over time',
    history: { added: 'v2.18' },
    query: StatsOverTimeQuery,
    replies: { 200: ServiceStatsOverTime },
    handle: (ctx, { params, query }) => serviceStatsOverTime(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/batchServiceStats/',
    operation: 'getBatchServiceStats',
    summary: 'Service statistics of a deployment over monitoring batches',
    history: { added: 'v2.33' },
    query: BatchStatsQuery,
    replies: { 200: BatchServiceStats },
    handle: (ctx, { params, query }) => batchServiceStats(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/serviceStatsOverBatch/',
    operation: 'getServiceStatsOverBatch',
    summary: 'One service metric of a deployment by monitoring batch',
    history: { added: 'v2.33' },
    query: StatsOverBatchQuery,
    replies: { 200: ServiceStatsOverBatch },
    handle: (ctx, { params, query }) => serviceStatsOverBatch(ctx, params.deploymentId, query),
  }),
];

const humility = { method: 'GET', part: 'monitoring', history: { added: 'v2.21' } } as const;
const Value = z.strictObject({ ruleId: z.string(), ruleName: z.string(), value: z.number() });

export const humilityRoutes = [
  route({
    ...humility,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/humilityStats/',
    operation: 'getHumilityStats',
    summary: 'Humility statistics; always empty, since humility rules are not supported',
    query: z.strictObject(periodQuery),
    replies: {
      200: z.strictObject({ period: PeriodReply, modelId: z.string().nullable(), data: z.array(Value) }),
    },
    handle: (ctx, { params, query }) => humilityStats(ctx, params.deploymentId, query),
  }),
  route({
    ...humility,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/humilityStatsOverTime/',
    operation: 'getHumilityStatsOverTime',
    summary: 'Humility statistics over time; always empty',
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
