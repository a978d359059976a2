import type { z } from 'zod';
import { disownIt, ownIt, requireRole, USE_CASE, type UseCaseEntity, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { toUseCases } from './to-use-cases.ts';
import type { UseCaseChange, UseCaseCreate, UseCaseQuery } from './use-case.schema.ts';
import { useCaseStore } from './use-case.store.ts';

type Entities = readonly UseCaseEntity[];

export async function listUseCases(ctx: Ctx, entities: Entities, url: string, query: z.output<typeof UseCaseQuery>) {
  const { offset, limit, search, createdBy, projectId, applicationId, entityId, entityType } = query;
  const window = { offset, limit, orderBy: query.orderBy ?? query.sort ?? '-updatedAt' };
  const wanted = projectId ?? applicationId ?? entityId;
  const named = projectId ? 'project' : applicationId ? 'application' : entityType;
  const type = entities.find((entity) => entity.entityType === named)?.kind.type ?? named ?? '';
  const filter = { search, createdBy, holds: wanted === undefined ? undefined : { type, id: wanted } };
  // Walk-throughs are a tour of somebody else's product: there are none here.
  const { rows, total } =
    query.usecaseType === 'walkthrough'
      ? { rows: [], total: 0 }
      : await useCaseStore(ctx.db.queries, entities).page(
          ctx.actor.organizationId,
          visibleTo(ctx, USE_CASE),
          filter,
          window,
        );
  return page(ctx.links, url, window, await toUseCases(ctx, entities, rows), total);
}

export async function getUseCase(ctx: Ctx, entities: Entities, id: string) {
  await requireRole(ctx, { kind: USE_CASE, id }, 'read');
  const row = await useCaseStore(ctx.db.queries, entities).byId(ctx.actor.organizationId, id);
  const [shown] = await toUseCases(ctx, entities, row ? [row] : []);
  if (shown === undefined) throw new Error(`the use case ${id} has grants and no row`);
  return shown;
}

export async function createUseCase(
  ctx: Ctx,
  entities: Entities,
  input: z.output<typeof UseCaseCreate>,
): Promise<Reply> {
  const now = ctx.now();
  const id = newId(now);
  await ctx.db.transaction(async (tx) => {
    await useCaseStore(tx, entities).insert({
      id,
      organization_id: ctx.actor.organizationId,
      name: input.name ?? 'Untitled use case',
      description: input.description ?? '',
      created_by: ctx.actor.userId,
      created_at: now,
      updated_by: ctx.actor.userId,
      updated_at: now,
    });
    await ownIt(tx, ctx.actor, now, { kind: USE_CASE, id });
  });
  return created(`/api/v2/useCases/${id}/`, await getUseCase(ctx, entities, id));
}

export async function changeUseCase(
  ctx: Ctx,
  entities: Entities,
  id: string,
  { name, description }: z.output<typeof UseCaseChange>,
) {
  await requireRole(ctx, { kind: USE_CASE, id }, 'write');
  await useCaseStore(ctx.db.queries, entities).change(ctx.actor.organizationId, id, {
    ...(name == null ? {} : { name }),
    ...(description == null ? {} : { description }),
    updated_by: ctx.actor.userId,
    updated_at: ctx.now(),
  });
  return getUseCase(ctx, entities, id);
}

/** What lies in it stays: only the use case and its links go. */
export async function deleteUseCase(ctx: Ctx, entities: Entities, id: string): Promise<Reply> {
  await requireRole(ctx, { kind: USE_CASE, id }, 'own');
  await ctx.db.transaction(async (tx) => {
    await disownIt(tx, ctx.actor.organizationId, { kind: USE_CASE, id });
    await useCaseStore(tx, entities).delete(ctx.actor.organizationId, id);
  });
  return noContent();
}
