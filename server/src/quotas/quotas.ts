import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { edited, requireSense } from './edited.ts';
import { inForceEverywhere } from './in-force-everywhere.ts';
import { QuotaProblems } from './quota.problems.ts';
import { toQuota } from './quota.record.ts';
import type { QuotaCreate, QuotaDefinition, QuotaUpdate } from './quota.schema.ts';
import { quotaStore } from './quota.store.ts';
import { pageAsked, type quotaQuery } from './quota-query.schema.ts';
import { getQuotaOrThrow, requireLimiting, visibleQuotas } from './resource-access.ts';

export async function listQuotas(ctx: Ctx, url: string, query: z.output<ReturnType<typeof quotaQuery>>) {
  const window = pageAsked(query);
  const { rows, total } = await quotaStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleQuotas(ctx),
    query,
    window,
  );
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
  requireSense(definition);
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
  await inForceEverywhere(ctx, row, async (tx) => {
    const quotas = quotaStore(tx);
    if (await quotas.insert(row)) return;
    const other = await quotas.byResource(row.organization_id, row.resource_type, row.resource_id);
    refuse(QuotaProblems.alreadySet, row.resource_type, row.resource_id, other?.id ?? 'of another request');
  });
  return toQuota({ ...row, version: 1 });
}

/** What is absent stays; null takes the threshold or the capacity away. */
export async function updateQuota(ctx: Ctx, id: string, change: z.output<typeof QuotaUpdate>) {
  const quota = await getQuotaOrThrow(ctx, id, 'write');
  if (Object.values(change).every((value) => value === undefined)) return toQuota(quota);
  return inForceEverywhere(ctx, quota, async (tx) => {
    const quotas = quotaStore(tx);
    const before = (await quotas.lock(ctx.actor.organizationId, id)) ?? refuse(QuotaProblems.noSuchQuota, id);
    const definition = edited(before.definition, change);
    await quotas.change(ctx.actor.organizationId, id, definition, ctx.now());
    return toQuota({ ...before, definition });
  });
}

export async function deleteQuota(ctx: Ctx, id: string): Promise<Reply> {
  await inForceEverywhere(ctx, await getQuotaOrThrow(ctx, id, 'write'), (tx) =>
    quotaStore(tx).delete(ctx.actor.organizationId, id),
  );
  return noContent();
}
