import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { newId } from '#platform/ids.ts';
import { type Asking, requireRole, visibleTo } from './access.ts';
import { type ContainmentRow, containmentStore } from './containment.store.ts';
import type { Resource, SharedKind } from './kind.ts';

/** What every part puts its things into. The projects room keeps them; the kind is here because all rooms name it. */
export const USE_CASE: SharedKind = {
  type: 'useCase',
  title: 'use case',
  listedAt: 'useCases/',
  roles: {
    takes: { OWNER: 'OWNER', EDITOR: 'EDITOR', CONSUMER: 'CONSUMER' },
    tells: { OWNER: 'OWNER', EDITOR: 'EDITOR', CONSUMER: 'CONSUMER', OBSERVER: 'CONSUMER' },
  },
};

/**
 * Puts a thing into a container, once however often it is asked; whoever may see the container sees the thing from then
 * on. The caller must have been allowed to change the container (`requireRole`) and to share the thing.
 */
export const putInto = (
  tx: Tx,
  actor: Actor,
  now: Date,
  container: Resource,
  thing: Resource,
): Promise<ContainmentRow> =>
  containmentStore(tx).put({
    id: newId(now),
    organization_id: actor.organizationId,
    container_type: container.kind.type,
    container_id: container.id,
    resource_type: thing.kind.type,
    resource_id: thing.id,
    put_by: actor.userId,
    put_at: now,
  });

/** For a thing that is made inside a use case: allowed to whoever may change the use case. */
export async function putNewIntoUseCase(
  tx: Tx,
  actor: Actor,
  now: Date,
  useCaseId: string,
  thing: Resource,
): Promise<void> {
  const container = { kind: USE_CASE, id: useCaseId };
  await requireRole({ actor, db: { queries: tx } }, container, 'write');
  await putInto(tx, actor, now, container, thing);
}

/** For lists: `.where('datasets.id', 'in', insideUseCases(ctx, DATASET, ids))`. Use cases nobody showed the caller are empty. */
export const insideUseCases = (ctx: Asking, kind: SharedKind, useCaseIds: readonly string[]) =>
  containmentStore(ctx.db.queries).inside(
    ctx.actor.organizationId,
    kind.type,
    USE_CASE.type,
    visibleTo(ctx, USE_CASE),
    useCaseIds,
  );
