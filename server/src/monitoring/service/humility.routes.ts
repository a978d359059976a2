import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { bucketSize, PeriodReply, periodQuery } from '../scope/period.schema.ts';
import { humilityStats, humilityStatsOverTime } from './service-stats.ts';

const common = { method: 'GET', part: 'monitoring', history: { added: 'v2.21' } } as const;
const Value = z.strictObject({ ruleId: z.string(), ruleName: z.string(), value: z.number() });

export const humilityRoutes = [
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/humilityStats/',
    operation: 'getHumilityStats',
    summary: 'How often humility rules were triggered; always none, since there are no such rules here',
    query: z.strictObject(periodQuery),
    replies: {
      200: z.strictObject({ period: PeriodReply, modelId: z.string().nullable(), data: z.array(Value) }),
    },
    handle: (ctx, { params, query }) => humilityStats(ctx, params.deploymentId, query),
  }),
  route({
    ...common,
    access: 'account',
    path: '/api/v2/deployments/{deploymentId}/humilityStatsOverTime/',
    operation: 'getHumilityStatsOverTime',
    summary: 'How often humility rules were triggered, bucket by bucket; always none',
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
