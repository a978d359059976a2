import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { amount } from '../limiter/amount.ts';
import { limiterOf } from '../limiter/limiter-of.ts';
import { getQuotaOrThrow, seesEverybodysUse } from '../resource-access.ts';
import type { QuotaUsage, UsageQuery } from './usage.schema.ts';
import { type UsageRow, usageStore } from './usage.store.ts';

const USUAL_SPAN_MS = 86_400_000;

/** Who used what of a quota, and who was refused, newest window first; others than its keepers see their own part. */
export async function listUsage(ctx: Ctx, quotaId: string, url: string, query: z.output<typeof UsageQuery>) {
  const quota = await getQuotaOrThrow(ctx, quotaId, 'read');
  const to = query.to === undefined ? ctx.now() : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - USUAL_SPAN_MS) : new Date(query.from);
  if (from > to) throw invalidFields({ from: `Must not be after to (${to.toISOString()})` });
  await limiterOf(ctx).flush();
  const only = (await seesEverybodysUse(ctx, quota)) ? null : ctx.actor.userId;
  const { rows, total } = await usageStore(ctx.db.queries).page(quota.id, { ...query, only, from, to });
  return page(ctx.links, url, query, rows.map(toUsage), total);
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
