import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { type Page, page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { amount } from '../limiter/counters.ts';
import { consumerOf } from '../limiter/entry.ts';
import { limiterService } from '../limiter/limiter.ts';
import { type UsageRow, usageStore } from '../limiter/usage.store.ts';
import { consumerKey } from '../quota.rules.ts';
import { LLM_GATEWAY } from '../quota.schema.ts';
import { quotaStore } from '../quota.store.ts';
import { getQuotaOrThrow, seesEverybodysUse, visibleQuotas } from '../resource-access.ts';
import type { QuotaUsage, RateLimitUsage, SummedQuery, SummedUsage, UsageQuery } from './usage.schema.ts';
import { resourceNames, summedUsage } from './usage-report.store.ts';

const USUAL_SPAN_MS = 86_400_000;

/** Who used what of a quota, and who was refused, newest window first; others than its keepers see their own part. */
export async function listUsage(ctx: Ctx, quotaId: string, url: string, query: z.output<typeof UsageQuery>) {
  const quota = await getQuotaOrThrow(ctx, quotaId, 'read');
  const { from, to } = spanOf(ctx, query, USUAL_SPAN_MS);
  await ctx.services.get(limiterService).flush();
  const only = (await seesEverybodysUse(ctx, quota)) ? null : ctx.actor.userId;
  const { rows, total } = await usageStore(ctx.db.queries).page(quota.id, { ...query, only, from, to });
  return page(ctx.links, url, query, rows.map(toUsage), total);
}

function spanOf(ctx: Ctx, query: z.output<typeof SummedQuery>, usualMs: number): { from: Date; to: Date } {
  const to = query.to === undefined ? ctx.now() : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - usualMs) : new Date(query.from);
  if (from > to) throw invalidFields({ from: `Must not be after to (${to.toISOString()})` });
  return { from, to };
}

function toUsage(row: UsageRow): z.infer<typeof QuotaUsage> {
  const [consumerType, ...id] = row.holder.split(' ');
  return {
    window: row.span,
    start: row.starts_at.toISOString(),
    userId: row.user_id,
    deploymentId: row.deployment_id === '' ? null : row.deployment_id,
    countedFor: { consumerType: consumerType as 'user', consumerId: id.join(' ') },
    requests: Number(row.requests),
    tokens: amount(row.tokens),
    refused: Number(row.refused),
    refusedTokens: amount(row.refused_tokens),
    wouldRefuse: Number(row.would_refuse),
    mostConcurrent: Number(row.most_in_flight),
    longestInput: amount(row.longest_input),
  };
}

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
    const bound = await ctx.services.get(limiterService).limitsOf({ organizationId, resource: { type, id }, consumer });
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

const SUMMED_SPAN_MS = 30 * 86_400_000;
const MOST_SUMMED_QUOTAS = 10_000;

/** Who used how much of what is limited, over all quotas the caller keeps; of those they only see, their own part. */
export async function listSummed(
  ctx: Ctx,
  url: string,
  query: z.output<typeof SummedQuery>,
): Promise<Page<z.infer<typeof SummedUsage>>> {
  const { from, to } = spanOf(ctx, query, SUMMED_SPAN_MS);
  await ctx.services.get(limiterService).flush();
  const { organizationId } = ctx.actor;
  const whole = { offset: 0, limit: MOST_SUMMED_QUOTAS };
  const visible = visibleQuotas(ctx);
  const quotas = await quotaStore(ctx.db.queries).page(organizationId, visible, {}, whole);
  const kept = await quotaStore(ctx.db.queries).page(organizationId, visibleQuotas(ctx, 'write'), {}, whole);
  const own = { userId: ctx.actor.userId, quotaIds: quotas.rows.map(({ id }) => id) };
  const quotaIds = kept.rows.map(({ id }) => id);
  const { rows, total } = await summedUsage(ctx.db.queries, { ...query, organizationId, quotaIds, own, from, to });
  const names = await resourceNames(ctx.db.queries, organizationId, visible, rows);
  const data = rows.map((row) => ({
    ...apiFields(row, 'resource_type', 'resource_id', 'user_id', 'username'),
    resourceName: names.get(consumerKey(row.resource_type, row.resource_id)) ?? null,
    deploymentId: row.deployment_id === '' ? null : row.deployment_id,
    requests: Number(row.requests),
    tokens: amount(row.tokens),
    refused: Number(row.refused),
    wouldRefuse: Number(row.would_refuse),
  }));
  return page(ctx.links, url, query, data, total);
}
