import type { z } from 'zod';
import { visibleTo } from '#accounts';
import { DEPLOYMENT } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { type Page, page } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { DeploymentUse, UsageQuery } from './usage.schema.ts';
import { usesOfDeployments } from './usage.store.ts';

const USUAL_SPAN_MS = 30 * 86_400_000;

/** Who asked how much of which deployment, for those who may change it; everybody sees what they asked themselves. */
export async function listUses(
  ctx: Ctx,
  url: string,
  query: z.output<typeof UsageQuery>,
): Promise<Page<z.infer<typeof DeploymentUse>>> {
  const to = query.to === undefined ? ctx.now() : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - USUAL_SPAN_MS) : new Date(query.from);
  if (from > to) throw invalidFields({ from: `Must not be after to (${to.toISOString()})` });
  const { organizationId, userId } = ctx.actor;
  const may = { see: visibleTo(ctx, DEPLOYMENT), change: visibleTo(ctx, DEPLOYMENT, 'write') };
  const { rows, total } = await usesOfDeployments(ctx.db.queries, { ...query, organizationId, userId, may, from, to });
  const data = rows.map((row) => ({
    deploymentId: row.deployment_id,
    label: row.label,
    userId: row.consumer_id,
    username: row.consumer_name,
    requests: Number(row.requests),
    predictions: Number(row.predictions),
    errors: Number(row.errors),
    lastAt: row.last_at.toISOString(),
  }));
  return page(ctx.links, url, query, data, total);
}
