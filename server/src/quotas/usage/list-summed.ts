import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { type Page, page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { amount } from '../limiter/amount.ts';
import { limiterOf } from '../limiter/limiter-of.ts';
import { consumerKey } from '../quota.rules.ts';
import { quotaStore } from '../quota.store.ts';
import { visibleQuotas } from '../resource-access.ts';
import { resourceNames } from './resource-names.store.ts';
import { summedUsage } from './summed.store.ts';
import type { SummedQuery, SummedUsage } from './usage.schema.ts';

const USUAL_SPAN_MS = 30 * 86_400_000;
const MOST_QUOTAS = 10_000;

/** Who used how much of what is limited, over all quotas the caller keeps; of those they only see, their own part. */
export async function listSummed(
  ctx: Ctx,
  url: string,
  query: z.output<typeof SummedQuery>,
): Promise<Page<z.infer<typeof SummedUsage>>> {
  const to = query.to === undefined ? ctx.now() : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - USUAL_SPAN_MS) : new Date(query.from);
  if (from > to) throw invalidFields({ from: `Must not be after to (${to.toISOString()})` });
  await limiterOf(ctx).flush();
  const { organizationId } = ctx.actor;
  const whole = { offset: 0, limit: MOST_QUOTAS };
  const visible = visibleQuotas(ctx);
  const quotas = await quotaStore(ctx.db.queries).page(organizationId, visible, {}, whole);
  const kept = await quotaStore(ctx.db.queries).page(organizationId, visibleQuotas(ctx, 'write'), {}, whole);
  const own = { userId: ctx.actor.userId, quotaIds: quotas.rows.map(({ id }) => id) };
  const quotaIds = kept.rows.map(({ id }) => id);
  const { rows, total } = await summedUsage(ctx.db.queries, { ...query, organizationId, quotaIds, own, from, to });
  const names = await resourceNames(ctx.db.queries, organizationId, visible, rows);
  const data = rows.map((row) => ({
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    resourceName: names.get(consumerKey(row.resource_type, row.resource_id)) ?? null,
    userId: row.user_id,
    username: row.username,
    deploymentId: row.deployment_id === '' ? null : row.deployment_id,
    requests: Number(row.requests),
    tokens: amount(row.tokens),
    refused: Number(row.refused),
    wouldRefuse: Number(row.would_refuse),
  }));
  return page(ctx.links, url, query, data, total);
}
