import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { broadcastOf } from './limiter/change-feed.ts';
import { limiterService } from './limiter/limiter.ts';
import { QuotaProblems } from './quota.problems.ts';
import { applyUpdate, requireConsistent } from './quota.rules.ts';
import {
  pageOrDefault,
  type Quota,
  type QuotaCreate,
  type QuotaDefinition,
  type QuotaUpdate,
  type quotaQuery,
} from './quota.schema.ts';
import { type QuotaRecord, type QuotaRow, quotaStore } from './quota.store.ts';
import { getQuotaOrThrow, requireLimiting, visibleQuotas } from './resource-access.ts';

export async function listQuotas(ctx: Ctx, url: string, query: z.output<ReturnType<typeof quotaQuery>>) {
  const window = pageOrDefault(query);
  const store = quotaStore(ctx.db.queries);
  const { rows, total } = await store.page(ctx.actor.organizationId, visibleQuotas(ctx), query, window);
  return page(ctx.links, url, window, rows.map(toQuota), total);
}

export const getQuota = async (ctx: Ctx, id: string) => toQuota(await getQuotaOrThrow(ctx, id, 'read'));

export async function createQuota(ctx: Ctx, input: z.output<typeof QuotaCreate>) {
  await requireLimiting(ctx, input.resourceType, input.resourceId);
  const definition: QuotaDefinition = {
    defaultRules: input.defaultRules,
    policies: input.policies ?? [],
    capacity: input.capacity ?? null,
    saturationThreshold: input.saturationThreshold ?? null,
    shadow: input.shadow ?? false,
  };
  requireConsistent(definition);
  const now = ctx.now();
  const row = {
    id: newId(now),
    organization_id: ctx.actor.organizationId,
    user_id: ctx.actor.userId,
    resource_type: input.resourceType,
    resource_id: input.resourceId,
    definition,
    created_at: now,
    updated_at: now,
  };
  await commitAndBroadcast(ctx, row, async (tx) => {
    const quotas = quotaStore(tx);
    if (await quotas.insert(row)) return;
    const { organization_id, resource_type, resource_id } = row;
    const other = await quotas.find({ organization_id, resource_type, resource_id });
    refuse(QuotaProblems.alreadySet, resource_type, resource_id, other?.id ?? 'of another request');
  });
  return toQuota({ ...row, version: 1 });
}

/** What is absent stays; null takes the threshold or the capacity away. */
export async function updateQuota(ctx: Ctx, id: string, change: z.output<typeof QuotaUpdate>) {
  const quota = await getQuotaOrThrow(ctx, id, 'write');
  if (Object.values(change).every((value) => value === undefined)) return toQuota(quota);
  return commitAndBroadcast(ctx, quota, async (tx) => {
    const quotas = quotaStore(tx);
    const { organization_id } = quota;
    const before =
      (await quotas.find({ organization_id, id }, { lock: true })) ?? refuse(QuotaProblems.noSuchQuota, id);
    const definition = applyUpdate(before.definition, change);
    await quotas.change(ctx.actor.organizationId, id, definition, ctx.now());
    return toQuota({ ...before, definition });
  });
}

export async function deleteQuota(ctx: Ctx, id: string): Promise<Reply> {
  await commitAndBroadcast(ctx, await getQuotaOrThrow(ctx, id, 'write'), (tx) =>
    quotaStore(tx).delete(ctx.actor.organizationId, id),
  );
  return noContent();
}

const toQuota = ({ definition, ...row }: QuotaRecord): z.infer<typeof Quota> => ({
  ...apiFields(row, 'id', 'user_id', 'resource_id', 'resource_type'),
  defaultRules: [...definition.defaultRules],
  policies: definition.policies.map((policy) => ({
    ...policy,
    consumerName: policy.consumerName ?? null,
    reserved: policy.reserved ?? null,
  })),
  ...(definition.capacity && { capacity: definition.capacity }),
  saturationThreshold: definition.saturationThreshold,
  shadow: definition.shadow,
});

/**
 * Commits a change to a quota. When this returns, every process that serves requests decides by the new definition: they
 * are told through the database, and each says that it heard.
 */
async function commitAndBroadcast<T>(
  ctx: Ctx,
  quota: Pick<QuotaRow, 'organization_id' | 'resource_type' | 'resource_id'>,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { result, told } = await ctx.db.transaction(async (tx) => {
    const result = await change(tx);
    return { result, told: await broadcastOf(tx) };
  });
  const resource = { organizationId: quota.organization_id, type: quota.resource_type, id: quota.resource_id };
  if (told !== null) await ctx.services.get(limiterService).changed(resource, told);
  return result;
}
