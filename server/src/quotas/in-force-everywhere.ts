import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { whoIsTold } from './limiter/change-feed.ts';
import { limiterOf } from './limiter/limiter-of.ts';
import type { QuotaRow } from './quotas.tables.ts';

/**
 * Commits a change to a quota. When this returns, every process that serves requests decides by the new definition: they
 * are told through the database, and each says that it heard.
 */
export async function inForceEverywhere<T>(
  ctx: Ctx,
  quota: Pick<QuotaRow, 'organization_id' | 'resource_type' | 'resource_id'>,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { result, told } = await ctx.db.transaction(async (tx) => {
    const result = await change(tx);
    return { result, told: await whoIsTold(tx) };
  });
  const resource = { organizationId: quota.organization_id, type: quota.resource_type, id: quota.resource_id };
  if (told !== null) await limiterOf(ctx).changed(resource, told);
  return result;
}
