import type { Ctx } from '#platform/context.ts';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ObjectAccess } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { type ContainmentRow, containmentStore, grantStore, visibleIds } from './grant.store.ts';
import type { Resource, SharedKind } from './kind.ts';
import { type Access, allows, both, FULL_ACCESS, type Need, rolesFor, USUAL_ROLES } from './role.rules.ts';
import { SharingProblems } from './sharing.problems.ts';

/** The little of a context that a question about access needs. */
export type AccessContext = Pick<Ctx, 'actor' | 'checked'> & { readonly db: { readonly queries: Queries } };

/** Whoever makes a thing owns it: call this in the transaction that makes it. */
export const grantOwnership = (tx: Tx, actor: Actor, now: Date, { kind, id }: Resource): Promise<void> =>
  grantStore(tx).put([
    {
      organization_id: actor.organizationId,
      resource_type: kind.type,
      resource_id: id,
      user_id: actor.userId,
      group_id: null,
      role: 'OWNER',
      can_share: true,
      can_use_data: true,
      granted_by: actor.userId,
      granted_at: now,
    },
  ]);

/** Call this in the transaction that removes a thing for good. */
export async function removeGrants(tx: Tx, organizationId: string, resource: Resource): Promise<void> {
  await grantStore(tx).remove(organizationId, resource);
  await containmentStore(tx).forget(organizationId, resource);
}

/** What the caller may do with each of these things; those they cannot see are left out. Administrators own all. */
export async function accessToEach(
  { actor, db }: AccessContext,
  kind: SharedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Access>> {
  const grants = await grantStore(db.queries).reaching(actor, kind.type, ids);
  const found = new Map<string, Access>();
  for (const { id, ...grant } of grants) {
    const before = found.get(id);
    found.set(id, actor.role === 'admin' ? FULL_ACCESS : before ? both(before, grant) : grant);
  }
  return found;
}

/** For the status of work: whether the caller may see the shared object it is for. */
export const canSee = async (
  ctx: AccessContext,
  { type, id }: Pick<SharedKind, 'type'> & { id: string },
): Promise<boolean> => (await grantStore(ctx.db.queries).reaching(ctx.actor, type, [id])).length > 0;

/** What the caller may do with the thing; undefined when they cannot see it. */
export const accessTo = async (ctx: AccessContext, { kind, id }: Resource): Promise<Access | undefined> =>
  (await accessToEach(ctx, kind, [id])).get(id);

/**
 * The first line of a service function about one object: 404 when the caller cannot see it, 403 when their role is too small.
 * `unseen` refuses in the words of what was asked for, where that is something inside of the resource: the id of an object
 * the caller cannot see is never told.
 */
export async function requireRole(
  ctx: AccessContext,
  resource: Resource,
  need: Need,
  unseen?: () => never,
): Promise<Access> {
  const { kind, id } = resource;
  const known = ctx.checked?.find(kind, id) as Access | undefined;
  const access =
    known ?? (await accessTo(ctx, resource)) ?? (unseen ?? (() => refuse(SharingProblems.noSuchThing, kind, id)))();
  ctx.checked?.note(kind, id, access);
  if (allows(access, need)) {
    ctx.checked?.grant(kind, need);
    return access;
  }
  return refuse(SharingProblems.roleTooSmall, kind, id, (kind.roles ?? USUAL_ROLES).tells[access.role], need);
}

/** The role that a route needs, for the HTTP layer. Every kind that routes name is one of ours. */
export const requireRoleOfRoute = (ctx: AccessContext, { object, need }: ObjectAccess, id: string): Promise<Access> =>
  requireRole(ctx, { kind: object as SharedKind, id }, need);

/** For lists: `.where('datasets.id', 'in', visibleTo(ctx, DATASET))`; with `write`, those the caller may change. */
export const visibleTo = ({ actor, db }: AccessContext, kind: SharedKind, need: 'read' | 'write' = 'read') =>
  visibleIds(db.queries, actor, kind.type, rolesFor(need));

/** Whether anybody of the caller's organization has the thing: else it does not exist there, or not yet. */
export const hasGrants = ({ actor, db }: AccessContext, resource: Resource): Promise<boolean> =>
  grantStore(db.queries).hasGrants(actor.organizationId, resource);

/** What every part puts its things into. The projects module keeps them; the kind is here because all modules name it. */
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
export const addToContainer = (
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
export async function addNewToUseCase(
  tx: Tx,
  actor: Actor,
  now: Date,
  useCaseId: string,
  thing: Resource,
): Promise<void> {
  const container = { kind: USE_CASE, id: useCaseId };
  await requireRole({ actor, db: { queries: tx } }, container, 'write');
  await addToContainer(tx, actor, now, container, thing);
}

/** For lists: `.where('datasets.id', 'in', insideUseCases(ctx, DATASET, ids))`. Use cases nobody showed the caller are empty. */
export const insideUseCases = (ctx: AccessContext, kind: SharedKind, useCaseIds: readonly string[]) =>
  containmentStore(ctx.db.queries).inside(
    ctx.actor.organizationId,
    kind.type,
    USE_CASE.type,
    visibleTo(ctx, USE_CASE),
    useCaseIds,
  );
