import type { z } from 'zod';
import {
  accessTo,
  addToContainer,
  containmentStore,
  requireRole,
  USE_CASE,
  type UseCaseEntity,
  visibleTo,
} from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { catalogue, invalidFields, notFound, refuse } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import { resourceStore } from './resource.store.ts';
import type { Multilink, Reference, ResourceItem, ResourcesQuery } from './use-case.schema.ts';
import { peopleStore, toPerson } from './use-case.store.ts';

const UseCaseProblems = catalogue({
  noSuchCollection: notFound(
    'use_cases.no_such_collection',
    (collection: string, known: readonly string[]) =>
      `A use case holds no ${JSON.stringify(collection)}. It holds ${known.join(', ')}.`,
  ),
  notInside: notFound(
    'use_cases.not_inside',
    (title: string, id: string, useCaseId: string) =>
      `The ${title} ${id} is not in the use case ${useCaseId}. GET useCases/${useCaseId}/resources/ lists what is.`,
  ),
  inAnother: {
    status: 409,
    code: 'use_cases.in_another',
    /** Without an id where the caller may not see the other use case. */
    message: (title: string, id: string, useCaseId: string | undefined) =>
      useCaseId === undefined
        ? `The ${title} ${id} is in another use case already, and can be in one only. Ask one of its owners to take it out.`
        : `The ${title} ${id} is in the use case ${useCaseId} already, and can be in one only. ` +
          `Move it with PATCH useCases/${useCaseId}/, or take it out first.`,
  },
});

type Entities = readonly UseCaseEntity[];

/** `POST useCases/{id}/datasets/{datasetId}/`. */
interface LinkPath {
  readonly useCaseId: string;
  readonly collection: string;
  readonly entityId: string;
}

const entityIn = (entities: Entities, collection: string): UseCaseEntity =>
  entities.find((entity) => entity.collection === collection) ??
  refuse(
    UseCaseProblems.noSuchCollection,
    collection,
    entities.map((entity) => entity.collection),
  );

export async function linkEntity(ctx: Ctx, entities: Entities, { useCaseId, collection, entityId }: LinkPath) {
  await requireRole(ctx, { kind: USE_CASE, id: useCaseId }, 'write');
  const entity = entityIn(entities, collection);
  return ctx.db.transaction((tx) => link(ctx, tx, entity, useCaseId, entityId));
}

async function link(ctx: Ctx, tx: Tx, entity: UseCaseEntity, useCaseId: string, entityId: string) {
  const { organizationId } = ctx.actor;
  const thing = { kind: entity.kind, id: entityId };
  // Whoever may see the use case will see the thing: that is sharing it.
  await requireRole({ actor: ctx.actor, db: { queries: tx } }, thing, 'share');
  if (entity.oneUseCaseOnly) {
    const other = await resourceStore(tx).otherHolder(organizationId, entity, entityId, useCaseId);
    if (other !== undefined) {
      const seen = await accessTo({ actor: ctx.actor, db: { queries: tx } }, { kind: USE_CASE, id: other });
      refuse(UseCaseProblems.inAnother, entity.kind.title, entityId, seen && other);
    }
  }
  const row = await addToContainer(tx, ctx.actor, ctx.now(), { kind: USE_CASE, id: useCaseId }, thing);
  const named = await peopleStore(tx).byId(organizationId, [row.put_by]);
  return {
    id: row.id,
    entityType: entity.entityType,
    entityId,
    experimentContainerId: useCaseId,
    createdAt: row.put_at.toISOString(),
    created: toPerson(row.put_by, named.get(row.put_by)),
    isDeleted: false,
  } satisfies z.infer<typeof Reference>;
}

export async function unlinkEntity(ctx: Ctx, entities: Entities, path: LinkPath): Promise<Reply> {
  const container = { kind: USE_CASE, id: path.useCaseId };
  await requireRole(ctx, container, 'write');
  const { kind } = entityIn(entities, path.collection);
  const thing = { kind, id: path.entityId };
  const gone = await ctx.db.transaction((tx) =>
    containmentStore(tx).takeOut(ctx.actor.organizationId, container, thing),
  );
  if (!gone) refuse(UseCaseProblems.notInside, kind.title, path.entityId, path.useCaseId);
  return noContent();
}

/** Out of one use case and into another, at once. */
export async function moveEntity(ctx: Ctx, entities: Entities, path: LinkPath, to: string) {
  await requireRole(ctx, { kind: USE_CASE, id: path.useCaseId }, 'write');
  await requireRole(ctx, { kind: USE_CASE, id: to }, 'write');
  const entity = entityIn(entities, path.collection);
  return ctx.db.transaction(async (tx) => {
    const from = { kind: USE_CASE, id: path.useCaseId };
    const thing = { kind: entity.kind, id: path.entityId };
    const gone = await containmentStore(tx).takeOut(ctx.actor.organizationId, from, thing);
    if (!gone) refuse(UseCaseProblems.notInside, entity.kind.title, path.entityId, path.useCaseId);
    return link(ctx, tx, entity, to, path.entityId);
  });
}

/** All of them or none. */
export async function linkMany(
  ctx: Ctx,
  entities: Entities,
  useCaseId: string,
  { entitiesList }: z.output<typeof Multilink>,
): Promise<Reply> {
  await requireRole(ctx, { kind: USE_CASE, id: useCaseId }, 'write');
  const wanted = entitiesList.map(({ entityType, entityId }, index) => {
    const entity = entities.find((one) => one.entityType === entityType);
    if (entity) return { entity, entityId };
    const known = entities.map((one) => one.entityType).join(', ');
    throw invalidFields({ [`entitiesList.${index}.entityType`]: `${entityType} is not one of ${known}` });
  });
  const links = await ctx.db.transaction(async (tx) => {
    const made: z.infer<typeof Reference>[] = [];
    for (const { entity, entityId } of wanted) made.push(await link(ctx, tx, entity, useCaseId, entityId));
    return made;
  });
  return answer(201, { body: { data: links, count: links.length } });
}

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
