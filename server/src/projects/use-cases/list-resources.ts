import type { z } from 'zod';
import { requireRole, USE_CASE, type UseCaseEntity, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { peopleStore, toPerson } from './people.store.ts';
import { resourceStore } from './resource.store.ts';
import type { ResourceItem, ResourcesQuery } from './use-case.schema.ts';

const DAY_MS = 86_400_000;

/** Everything in one use case, in all the caller may see, or only the things of some kinds. */
export async function listResources(
  ctx: Ctx,
  entities: readonly UseCaseEntity[],
  url: string,
  query: z.output<typeof ResourcesQuery>,
  useCaseId?: string,
) {
  if (useCaseId !== undefined) await requireRole(ctx, { kind: USE_CASE, id: useCaseId }, 'read');
  const { offset, limit, search, daysSinceLastActivity: days, recipeStatus } = query;
  const window = { offset, limit, orderBy: query.orderBy ?? query.sort ?? '-updatedAt' };
  const activeSince = days === undefined ? undefined : new Date(ctx.now().getTime() - days * DAY_MS);
  const { rows, total } = await resourceStore(ctx.db.queries).page(
    ctx.actor.organizationId,
    visibleTo(ctx, USE_CASE),
    entities,
    { useCaseId, search, activeSince, recipeStatus, withDeleted: false },
    window,
  );
  const named = await peopleStore(ctx.db.queries).byId(
    ctx.actor.organizationId,
    rows.flatMap(({ put_by, updated_by }) => (updated_by === null ? [put_by] : [put_by, updated_by])),
  );
  const shown = rows.map(
    (row): z.infer<typeof ResourceItem> => ({
      id: row.id,
      entityType: row.entity_type,
      entityId: row.resource_id,
      experimentContainerId: row.use_case_id,
      createdAt: row.put_at.toISOString(),
      created: toPerson(row.put_by, named.get(row.put_by)),
      isDeleted: row.deleted,
      name: row.name,
      useCaseId: row.use_case_id,
      useCaseName: row.use_case_name,
      updatedAt: row.updated_at.toISOString(),
      updated: row.updated_by === null ? null : toPerson(row.updated_by, named.get(row.updated_by)),
      lastActivity: row.updated_at.toISOString(),
      metadata: row.metadata,
    }),
  );
  return page(ctx.links, url, window, shown, total);
}
