import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { requireRole } from './access.ts';
import { grantStore } from './grant.store.ts';
import { flagsOf, type WantedGrant } from './grant-change.rules.ts';
import type { Resource } from './kind.ts';
import { type ResolvedGrant, resolveGrants } from './resolve-grants.ts';
import { type Access, allows, reaches, USUAL_ROLES } from './role.rules.ts';
import { SharingProblems } from './sharing.problems.ts';
import type { AccessControlChange, SharedRolesChange } from './sharing.schema.ts';
import type { GrantRow } from './sharing.tables.ts';

export const changeSharedRoles = (ctx: Ctx, resource: Resource, body: z.output<typeof SharedRolesChange>) =>
  changeGrants(
    ctx,
    resource,
    'roles',
    false,
    body.roles.map(({ shareRecipientType, username, name, id, ...more }) => ({
      type: shareRecipientType,
      id: id ?? undefined,
      name: username ?? name ?? undefined,
      role: more.role,
      canShare: more.canShare ?? undefined,
      canUseData: more.canUseData ?? undefined,
    })),
  );

/** The older route: people by name, and whoever gets access may pass it on unless told otherwise. */
export const changeAccessControl = (ctx: Ctx, resource: Resource, body: z.output<typeof AccessControlChange>) =>
  changeGrants(
    ctx,
    resource,
    'data',
    true,
    body.data.map(({ username, role, canShare, canUseData }) => ({
      type: 'user',
      name: username,
      role,
      canShare: canShare ?? undefined,
      canUseData: canUseData ?? undefined,
    })),
  );

async function changeGrants(
  ctx: Ctx,
  resource: Resource,
  field: string,
  sharesUnlessSaid: boolean,
  wanted: readonly WantedGrant[],
): Promise<Reply> {
  const { actor } = ctx;
  await ctx.db.transaction(async (tx) => {
    const grants = grantStore(tx);
    // Locked first, so that somebody who is losing their role at this moment does not act on it.
    const before = new Map((await grants.lock(actor.organizationId, resource)).map((row) => [row.recipient_id, row]));
    const mine = await requireRole({ actor, db: { queries: tx } }, resource, 'read');
    const changes = await resolveGrants(tx, actor.organizationId, resource.kind, field, wanted);
    for (const change of changes) requireReach(ctx, resource, mine, change, before.get(change.id));
    requireOwner(resource, [...before.values()], changes);
    const kept = changes.filter((change) => change.role !== null);
    await grants.remove(
      actor.organizationId,
      resource,
      changes.filter(({ role }) => role === null).map(({ id }) => id),
    );
    await grants.put(kept.map((change) => toRow(ctx, resource, change, before.get(change.id), sharesUnlessSaid)));
    await record(tx, ctx, `${resource.kind.type}.shared`, resource.id, {
      grants: changes.map(({ type, id, role }) => ({ type, id, role })),
    });
  });
  return noContent();
}

function requireReach(
  ctx: Ctx,
  { kind, id }: Resource,
  mine: Access,
  change: ResolvedGrant,
  before: GrantRow | undefined,
): void {
  // Everybody may let go of what they were given.
  if (change.id === ctx.actor.userId && change.role === null) return;
  const { tells } = kind.roles ?? USUAL_ROLES;
  const held = tells[mine.role];
  if (!allows(mine, 'share')) throw problem(SharingProblems.roleTooSmall, kind, id, held, 'share');
  for (const role of [change.role, before?.role]) {
    if (role && !reaches(mine.role, role)) refuse(SharingProblems.beyondYourRole, change.name, tells[role], held);
  }
}

/** A person, not a group: groups may be deleted or become empty. */
function requireOwner(resource: Resource, before: readonly GrantRow[], changes: readonly ResolvedGrant[]): void {
  const owners = new Set(before.flatMap((row) => (row.role === 'OWNER' && row.user_id ? [row.user_id] : [])));
  for (const { type, id, role } of changes) {
    if (type === 'user' && role === 'OWNER') owners.add(id);
    else owners.delete(id);
  }
  if (owners.size === 0) refuse(SharingProblems.nobodyWouldOwn, resource.kind, resource.id);
}

function toRow(
  { actor, now }: Ctx,
  { kind, id }: Resource,
  change: ResolvedGrant,
  before: GrantRow | undefined,
  sharesUnlessSaid: boolean,
): Omit<GrantRow, 'recipient_id'> {
  const held = before && { role: before.role, canShare: before.can_share, canUseData: before.can_use_data };
  const { role, canShare, canUseData } = flagsOf(change.role ?? 'OBSERVER', change, held, sharesUnlessSaid);
  return {
    organization_id: actor.organizationId,
    resource_type: kind.type,
    resource_id: id,
    user_id: change.type === 'user' ? change.id : null,
    group_id: change.type === 'group' ? change.id : null,
    role,
    can_share: canShare,
    can_use_data: canUseData,
    granted_by: actor.userId,
    granted_at: now(),
  };
}
