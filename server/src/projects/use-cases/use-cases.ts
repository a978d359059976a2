import type { z } from 'zod';
import {
  accessTo,
  grantOwnership,
  removeGrants,
  requireRole,
  USE_CASE,
  type UseCaseEntity,
  visibleTo,
} from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newEditableRow } from '#platform/new-row.ts';
import {
  COUNTED,
  type EntityCounts,
  type UseCase,
  type UseCaseChange,
  type UseCaseCreate,
  type UseCaseQuery,
} from './use-case.schema.ts';
import { type CountedUseCase, peopleStore, toPerson, useCaseStore } from './use-case.store.ts';

type Entities = readonly UseCaseEntity[];

export async function listUseCases(ctx: Ctx, entities: Entities, url: string, query: z.output<typeof UseCaseQuery>) {
  const { offset, limit, search, createdBy, projectId, applicationId, entityId, entityType } = query;
  const window = { offset, limit, orderBy: query.orderBy ?? query.sort ?? '-updatedAt' };
  const wanted = projectId ?? applicationId ?? entityId;
  const named = projectId ? 'project' : applicationId ? 'application' : entityType;
  const type = entities.find((entity) => entity.entityType === named)?.kind.type ?? named ?? '';
  const sharedWithAll = query.showOrgUseCases;
  const filter = { search, createdBy, sharedWithAll, holds: wanted === undefined ? undefined : { type, id: wanted } };
  // There are no walk-throughs.
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

export async function createUseCase(ctx: Ctx, entities: Entities, input: UseCaseCreate): Promise<Reply> {
  const { name, description } = input;
  const row = { ...newEditableRow(ctx), name: name ?? 'Untitled use case', description: description ?? '' };
  const { id, created_at } = row;
  await ctx.db.transaction(async (tx) => {
    await useCaseStore(tx, entities).insert(row);
    await grantOwnership(tx, ctx.actor, created_at, { kind: USE_CASE, id });
  });
  return created(`/api/v2/useCases/${id}/`, await getUseCase(ctx, entities, id));
}

export async function changeUseCase(ctx: Ctx, entities: Entities, id: string, { name, description }: UseCaseChange) {
  await requireRole(ctx, { kind: USE_CASE, id }, 'write');
  await useCaseStore(ctx.db.queries, entities).change(ctx.actor.organizationId, id, {
    name: name ?? undefined,
    description: description ?? undefined,
    updated_by: ctx.actor.userId,
    updated_at: ctx.now(),
  });
  return getUseCase(ctx, entities, id);
}

/** What lies in it stays: only the use case and its links go. */
export async function deleteUseCase(ctx: Ctx, entities: Entities, id: string): Promise<Reply> {
  await requireRole(ctx, { kind: USE_CASE, id }, 'own');
  await ctx.db.transaction(async (tx) => {
    await removeGrants(tx, ctx.actor.organizationId, { kind: USE_CASE, id });
    await useCaseStore(tx, entities).delete(ctx.actor.organizationId, id);
  });
  return noContent();
}

/** Rows as the wire shows them, with everybody they name. */
async function toUseCases(
  ctx: Ctx,
  entities: readonly UseCaseEntity[],
  rows: readonly CountedUseCase[],
): Promise<z.infer<typeof UseCase>[]> {
  const { organizationId } = ctx.actor;
  const ids = rows.map(({ id }) => id);
  const store = peopleStore(ctx.db.queries);
  const [named, members, models] = await Promise.all([
    store.byId(
      organizationId,
      rows.flatMap((row) => [row.created_by, row.updated_by]),
    ),
    store.members(organizationId, ids),
    useCaseStore(ctx.db.queries, entities).models(organizationId, ids),
  ]);
  return Promise.all(
    rows.map(async (row) => {
      const people = members.filter(({ use_case_id }) => use_case_id === row.id);
      return {
        id: row.id,
        name: row.name,
        description: row.description,
        createdAt: row.created_at.toISOString(),
        created: toPerson(row.created_by, named.get(row.created_by)),
        updatedAt: row.updated_at.toISOString(),
        updated: toPerson(row.updated_by, named.get(row.updated_by)),
        modelsCount: models.get(row.id) ?? 0,
        ...(Object.fromEntries(COUNTED.map((name) => [`${name}Count`, row.counts[name] ?? 0])) as EntityCounts),
        owners: people.filter(({ role }) => role === 'OWNER').map((person) => toPerson(person.id, person)),
        members: people.map((person) => toPerson(person.id, person)),
        role: (await accessTo(ctx, { kind: USE_CASE, id: row.id }))?.role ?? 'OBSERVER',
      };
    }),
  );
}
