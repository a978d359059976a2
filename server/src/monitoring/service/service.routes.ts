import { route } from '#platform/http/route.ts';
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
  listUses,
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
    summary: 'Who asked how much of which deployment, the busiest first; of the last 30 days unless a span is given',
    history: { added: 'v2.43' },
    access: 'account',
    query: UsageQuery,
    replies: { 200: DeploymentUses },
    handle: (ctx, { url, query }) => listUses(ctx, url, query),
  }),
];

const common = { method: 'GET', part: 'monitoring' } as const;

export const serviceRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/serviceStats/',
    operation: 'getServiceStats',
    summary: 'How the service of a deployment did over a period',
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
    summary: 'One figure of the service of a deployment, bucket by bucket',
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
    summary: 'How the service of a deployment did over monitoring batches',
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
    summary: 'One figure of the service of a deployment, monitoring batch by monitoring batch',
    history: { added: 'v2.33' },
    query: StatsOverBatchQuery,
    replies: { 200: ServiceStatsOverBatch },
    handle: (ctx, { params, query }) => serviceStatsOverBatch(ctx, params.deploymentId, query),
  }),
];
