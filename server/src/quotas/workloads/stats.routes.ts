import { z } from 'zod';
import type { RouteRecord } from '#platform/http/route.ts';
import { METRICS, RESOLUTIONS } from './stats.rules.ts';
import { allStats, clearStats, metricOverTime, workloadStats } from './stats.ts';
import { workloadRoute } from './workload-route.ts';

const time = z.iso.datetime({ offset: true }).optional();
const SpanQuery = z.strictObject({ start: time, end: time });
const OverTimeQuery = SpanQuery.extend({
  resolution: z.enum(Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[]).optional(),
});
const Period = z.strictObject({ start: z.string(), end: z.string() });
const value = z.number().nullable();
const Stats = z.strictObject({ period: Period, metrics: z.record(z.enum(METRICS), value) });
const OverTime = z.strictObject({
  metric: z.enum(METRICS),
  summary: z.strictObject({ period: Period, value }),
  buckets: z.array(z.strictObject({ period: Period, value })),
});
const ONE = '/api/v2/workloads/{workloadId}/stats/';

export const statsRoutes: readonly RouteRecord[] = [
  workloadRoute.get('/api/v2/workloads/stats/', 'getAllWorkloadStats', {
    summary: 'Call statistics of all services you may see',
    query: SpanQuery,
    replies: { 200: Stats },
    handle: (ctx, { query }) => allStats(ctx, query),
  }),
  workloadRoute.get(ONE, 'getWorkloadStats', {
    summary: 'Call statistics of a service',
    query: SpanQuery,
    replies: { 200: Stats },
    handle: (ctx, { params, query }) => workloadStats(ctx, params.workloadId, query),
  }),
  workloadRoute.delete(ONE, 'clearWorkloadStats', {
    summary: 'Clear the call statistics of a service',
    replies: { 204: null },
    handle: (ctx, { params }) => clearStats(ctx, params.workloadId),
  }),
  ...METRICS.map((metric) =>
    workloadRoute.get(`${ONE}${metric}/` as const, `getWorkload-${metric}`, {
      summary: `${metric} of a service over time`,
      query: OverTimeQuery,
      replies: { 200: OverTime },
      handle: (ctx, { params, query }) => metricOverTime(ctx, params.workloadId, metric, query),
    }),
  ),
];
