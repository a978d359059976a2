import { z } from 'zod';
import { DEPLOYMENT } from '#deployments';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { BUCKET_CODES, PERIOD_CODES } from '../scope/period.rules.ts';
import { bucketSize, PeriodReply, periodQuery } from '../scope/period.schema.ts';
import * as schema from './service.schema.ts';
import * as serviceStatsService from './service-stats.ts';

const route = routeGroup({ part: 'monitoring', added: 'v2.18' });

export const usageRoutes = [
  route.get('/api/v2/usage/deployments/', 'listDeploymentUsage', {
    summary: 'Usage of deployments by user, busiest first; the last 30 days by default',
    added: 'v2.43',
    query: schema.UsageQuery,
    replies: { 200: schema.DeploymentUses },
    handle: (ctx, { url, query }) => serviceStatsService.listDeploymentUsage(ctx, url, query),
  }),
];

export const serviceRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/serviceStats/', 'getServiceStats', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Service statistics of a deployment over a period',
    query: schema.StatsQuery,
    replies: { 200: schema.ServiceStats },
    refusals: {
      400: PERIOD_CODES,
      404: ['monitoring.no_such_batch'],
    },
    handle: (ctx, { params, query }) => serviceStatsService.serviceStats(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/serviceStatsOverTime/', 'getServiceStatsOverTime', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One service metric of a deployment over time',
    query: schema.StatsOverTimeQuery,
    replies: { 200: schema.ServiceStatsOverTime },
    refusals: { 400: [...PERIOD_CODES, ...BUCKET_CODES] },
    handle: (ctx, { params, query }) => serviceStatsService.serviceStatsOverTime(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/batchServiceStats/', 'getBatchServiceStats', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Service statistics of a deployment over monitoring batches',
    added: 'v2.33',
    query: schema.BatchStatsQuery,
    replies: { 200: schema.BatchServiceStats },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => serviceStatsService.batchServiceStats(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/serviceStatsOverBatch/', 'getServiceStatsOverBatch', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'One service metric of a deployment by monitoring batch',
    added: 'v2.33',
    query: schema.StatsOverBatchQuery,
    replies: { 200: schema.ServiceStatsOverBatch },
    refusals: { 404: ['monitoring.no_such_batch'] },
    handle: (ctx, { params, query }) => serviceStatsService.serviceStatsOverBatch(ctx, params.deploymentId, query),
  }),
];

const Value = z.strictObject({ ruleId: z.string(), ruleName: z.string(), value: z.number() });

export const humilityRoutes = [
  route.get('/api/v2/deployments/{deploymentId}/humilityStats/', 'getHumilityStats', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Humility statistics; always empty, since humility rules are not supported',
    alwaysEmpty: 'There are no humility rules',
    added: 'v2.21',
    query: z.strictObject(periodQuery),
    replies: {
      200: z.strictObject({ period: PeriodReply, modelId: z.string().nullable(), data: z.array(Value) }),
    },
    refusals: { 400: PERIOD_CODES },
    handle: (ctx, { params, query }) => serviceStatsService.humilityStats(ctx, params.deploymentId, query),
  }),
  route.get('/api/v2/deployments/{deploymentId}/humilityStatsOverTime/', 'getHumilityStatsOverTime', {
    access: needs(DEPLOYMENT, 'read'),
    summary: 'Humility statistics over time; always empty',
    alwaysEmpty: 'There are no humility rules',
    added: 'v2.21',
    query: z.strictObject({ ...periodQuery, bucketSize }),
    replies: {
      200: z.strictObject({
        modelId: z.string().nullable(),
        summary: z.strictObject({ period: PeriodReply, values: z.array(Value) }),
        buckets: z.array(z.strictObject({ period: PeriodReply, values: z.array(Value) })),
      }),
    },
    refusals: { 400: [...PERIOD_CODES, ...BUCKET_CODES] },
    handle: (ctx, { params, query }) => serviceStatsService.humilityStatsOverTime(ctx, params.deploymentId, query),
  }),
];
