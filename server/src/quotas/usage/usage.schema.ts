import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import { QuotaUpdate, WINDOWS } from '../quota.schema.ts';

/** The fields of a change, and the span to try it on: yesterday (UTC) unless told otherwise. */
export const ReplayBody = QuotaUpdate.unwrap()
  .extend({ from: z.iso.datetime({ offset: true }).optional(), to: z.iso.datetime({ offset: true }).optional() })
  .prefault({});

const counts = { asked: z.int(), refused: z.int(), refusedThen: z.int() };

export const Replayed = z.strictObject({
  from: z.string(),
  to: z.string(),
  ...counts,
  byRule: z.array(z.strictObject({ rule: z.string(), refused: z.int() })),
  /** Those who would have been refused most, at most 1000. */
  consumers: z.array(z.strictObject({ userId: z.string(), deploymentId: z.string().nullable(), ...counts })),
  estimate: z.string(),
});

const count = z.union([z.int(), z.bigint()]);
const resourceName = z
  .string()
  .nullable()
  .describe('What people call it; null for the gateway, and for what does not exist or is not yours to see');

/** What one caller did in one window. */
export const QuotaUsage = z.strictObject({
  window: z.enum(WINDOWS),
  start: z.string(),
  userId: z.string(),
  /** The deployment whose agent called, when it was not the user. */
  deploymentId: z.string().nullable(),
  /** Under whose rules it was counted: those of a policy, or the caller's own under the default rules. */
  countedFor: z.strictObject({ consumerType: z.enum(['deployment', 'user', 'usergroup']), consumerId: z.string() }),
  requests: z.int(),
  tokens: count,
  refused: z.int(),
  refusedTokens: count,
  /** Let through by a quota that only watches. */
  wouldRefuse: z.int(),
  mostConcurrent: z.int(),
  longestInput: count,
});

const span = {
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
};

export const UsageQuery = pageQuery(1000).extend({
  window: z.enum(WINDOWS).default('day'),
  ...span,
  userId: z.string().optional(),
  deploymentId: z.string().optional(),
});

export const SummedQuery = pageQuery(1000).extend(span);

/** What one caller did with one limited resource in the whole span. */
export const SummedUsage = z.strictObject({
  resourceType: z.enum(['deployment', 'workload']),
  resourceId: z.string(),
  resourceName,
  userId: z.string(),
  /** Null for somebody who is no longer here. */
  username: z.string().nullable(),
  /** The deployment whose agent called, when it was not the user. */
  deploymentId: z.string().nullable(),
  requests: z.int(),
  tokens: count,
  refused: z.int(),
  wouldRefuse: z.int(),
});

/** As older clients read it; `usage` instead of `data`. */
export const RateLimitUsage = z.strictObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  usage: z.array(
    z.strictObject({
      resource: z.string(),
      resourceType: z.enum(['deployment', 'workload']),
      resourceId: z.string(),
      resourceName,
      currentUsage: count,
      maxUsage: count,
      /** Seconds until the usage is zero again; 0 where nothing has to expire. */
      timeToExpire: z.int(),
    }),
  ),
});
