import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { consumerOf } from '../limiter/consumer-of.ts';
import { limiterOf } from '../limiter/limiter-of.ts';
import { consumerKey } from '../quota.rules.ts';
import { quotaStore } from '../quota.store.ts';
import { LLM_GATEWAY, visibleQuotas } from '../resource-access.ts';
import { resourceNames } from './resource-names.store.ts';
import type { RateLimitUsage } from './usage.schema.ts';

const MOST_QUOTAS = 1_000;

/** Every limit that binds the caller, with what is used of it now. */
export async function rateLimitUsage(
  ctx: Ctx,
  url: string,
  window: { readonly offset: number; readonly limit: number },
): Promise<z.infer<typeof RateLimitUsage>> {
  const { organizationId } = ctx.actor;
  const consumer = consumerOf(ctx.actor);
  // Everybody is bound by the quota of the gateway, though only administrators see what it is.
  const visible = { ...visibleQuotas(ctx), shared: LLM_GATEWAY };
  const whole = { offset: 0, limit: MOST_QUOTAS };
  const { rows } = await quotaStore(ctx.db.queries).page(organizationId, visible, {}, whole);
  const names = await resourceNames(ctx.db.queries, organizationId, visible, rows);
  const limits = [];
  for (const { resource_type: type, resource_id: id } of rows) {
    const bound = await limiterOf(ctx).limitsOf({ organizationId, resource: { type, id }, consumer });
    for (const { name, used, limit, resetSeconds } of bound) {
      limits.push({
        resource: `${consumerKey(type, id)} ${name}`,
        resourceType: type,
        resourceId: id,
        resourceName: names.get(consumerKey(type, id)) ?? null,
        currentUsage: used,
        maxUsage: limit,
        timeToExpire: resetSeconds,
      });
    }
  }
  const data = limits.slice(window.offset, window.offset + window.limit);
  const { count, next, previous } = page(ctx.links, url, window, data, limits.length);
  return { count, next, previous, usage: data };
}
