import { accessTo, allows, hasGrants, type Resource, requireRole, type SharedKind, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { QuotaProblems } from './quota.problems.ts';
import { LLM_GATEWAY } from './quota.schema.ts';
import { type QuotaRecord, quotaStore, type VisibleQuotas } from './quota.store.ts';
import { WORKLOAD } from './workloads/workload.ts';

export const QUOTA: ObjectKind = {
  type: 'quota',
  title: 'quota',
  seenBy: 'those who see its resource, its author, and administrators',
  changedBy: 'editors of its resource, and administrators',
};

/** What quotas are set for. The modules that keep these share them under the same kinds. */
const RESOURCES: Readonly<Record<'deployment' | 'workload', SharedKind>> = {
  deployment: { type: 'deployment', title: 'deployment', listedAt: 'deployments/' },
  workload: WORKLOAD,
};

/** Of resources the caller may see; with `write`, of those they may change. One's own come with either. */
export const visibleQuotas = (ctx: Ctx, need: 'read' | 'write' = 'read'): VisibleQuotas => ({
  userId: ctx.actor.userId,
  everything: ctx.actor.role === 'admin',
  deployments: visibleTo(ctx, RESOURCES.deployment, need),
  workloads: visibleTo(ctx, RESOURCES.workload, need),
});

/** Whether the caller is told what others used of it. */
export async function seesEverybodysUse(ctx: Ctx, quota: QuotaRecord): Promise<boolean> {
  if (quota.user_id === ctx.actor.userId || ctx.actor.role === 'admin') return true;
  const access = await accessTo(ctx, resourceOf(quota.resource_type, quota.resource_id));
  return access !== undefined && allows(access, 'write');
}

const resourceOf = (type: 'deployment' | 'workload', id: string): Resource => ({ kind: RESOURCES[type], id });

/**
 * A quota is written by those who may change the resource, and by administrators also before it exists: to everybody else
 * a resource that is not there and one nobody showed them are the same. The gateway to language models is everybody's:
 * administrators limit it.
 */
export async function requireLimiting(ctx: Ctx, type: 'deployment' | 'workload', resourceId: string): Promise<void> {
  if (type === 'workload' && resourceId === LLM_GATEWAY && ctx.actor.role !== 'admin') refuse(QuotaProblems.gateway);
  const resource = resourceOf(type, resourceId);
  if (ctx.actor.role !== 'admin') await requireRole(ctx, resource, 'write');
}

/** The quota, when the caller may see it: its author, administrators, and whoever sees the resource. */
export async function getQuotaOrThrow(ctx: Ctx, id: string, need: 'read' | 'write'): Promise<QuotaRecord> {
  const quota = await quotaStore(ctx.db.queries).find({ organization_id: ctx.actor.organizationId, id });
  if (quota === undefined) return refuse(QuotaProblems.noSuchQuota, id);
  const resource = resourceOf(quota.resource_type, quota.resource_id);
  const exists = await hasGrants(ctx, resource);
  const access = exists ? await accessTo(ctx, resource) : undefined;
  const own = quota.user_id === ctx.actor.userId || ctx.actor.role === 'admin';
  if (!own && access === undefined) refuse(QuotaProblems.noSuchQuota, id);
  if (need === 'write' && exists && ctx.actor.role !== 'admin') await requireRole(ctx, resource, 'write');
  ctx.checked?.grant(QUOTA, need);
  return quota;
}
