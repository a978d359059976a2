import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import type { GrantRow } from '../accounts.tables.ts';
import { record } from '../directory/audit.store.ts';
import { nameKey } from '../directory/user.rules.ts';
import { requireRole } from './access.ts';
import { grantStore } from './grant.store.ts';
import type { Resource, SharedKind } from './kind.ts';
import { type Granted, notifyRecipients, requireMailServer } from './notify-recipients.ts';
import { type Recipient, recipientStore } from './recipient.store.ts';
import {
  type Access,
  allows,
  flagsOf,
  meantRole,
  reaches,
  roleNames,
  type SharedRole,
  USUAL_ROLES,
  type WantedGrant,
} from './role.rules.ts';
import { SharingProblems, wrongRecipients } from './sharing.problems.ts';
import {
  type AccessControlChange,
  type AccessControlQuery,
  type SharedRolesChange,
  type SharedRolesQuery,
  toAccessControl,
  toRole,
} from './sharing.schema.ts';

export async function changeSharedRoles(
  ctx: Ctx,
  resource: Resource,
  body: z.output<typeof SharedRolesChange>,
): Promise<Reply> {
  await changeGrants(
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
  return noContent();
}

/** The older route: people by name, and whoever gets access may pass it on unless told otherwise. */
export async function changeAccessControl(
  ctx: Ctx,
  resource: Resource,
  body: z.output<typeof AccessControlChange>,
): Promise<Reply> {
  if (body.sendNotification) requireMailServer(ctx);
  const granted = await changeGrants(
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
  if (body.sendNotification) notifyRecipients(ctx, resource, granted);
  return noContent();
}

/** Those who got another role than they had. */
async function changeGrants(
  ctx: Ctx,
  resource: Resource,
  field: string,
  sharesUnlessSaid: boolean,
  wanted: readonly WantedGrant[],
): Promise<Granted[]> {
  const { actor } = ctx;
  return ctx.db.transaction(async (tx) => {
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
    const changed = kept.filter(({ id, role }) => role !== before.get(id)?.role);
    return changed.flatMap(({ type, id, role }) => (type === 'user' && role !== null ? [{ userId: id, role }] : []));
  });
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

export async function listSharedRoles(
  ctx: Ctx,
  resource: Resource,
  url: string,
  query: z.output<typeof SharedRolesQuery>,
) {
  await requireRole(ctx, resource, 'read');
  const { offset, limit, id, name, shareRecipientType: type } = query;
  const window = { offset, limit };
  const people = recipientStore(ctx.db.queries);
  const { rows, total } = await people.page(ctx.actor.organizationId, resource, { id, name, type }, window);
  const roles = rows.map((row) => toRole(resource.kind, row));
  return page(ctx.links, url, window, roles, total);
}

/** The older list knows people only. */
export async function listAccessControl(
  ctx: Ctx,
  resource: Resource,
  url: string,
  window: z.output<typeof AccessControlQuery>,
) {
  await requireRole(ctx, resource, 'read');
  const people = recipientStore(ctx.db.queries);
  const { rows, total } = await people.page(ctx.actor.organizationId, resource, { type: 'user' }, window);
  return page(ctx.links, url, window, rows.map(toAccessControl), total);
}

interface ResolvedGrant {
  readonly type: Recipient['type'];
  readonly id: string;
  readonly name: string;
  readonly role: SharedRole | null;
  readonly canShare: boolean | undefined;
  readonly canUseData: boolean | undefined;
}

/** Finds everybody who is named, in one query. All that is wrong is told at once, each at its place. */
async function resolveGrants(
  db: Queries,
  organizationId: string,
  kind: SharedKind,
  field: string,
  wanted: readonly WantedGrant[],
): Promise<ResolvedGrant[]> {
  const found = await recipientStore(db).find(
    organizationId,
    wanted.flatMap(({ id }) => id ?? []),
    wanted.flatMap(({ name }) => (name === undefined ? [] : nameKey(name))),
  );
  const names = kind.roles ?? USUAL_ROLES;
  const wrong = new Map<number, string>();
  const seen = new Set<string>();
  const resolved = wanted.flatMap((one, index): ResolvedGrant[] => {
    const recipient = found.find((candidate) => isMeant(candidate, one));
    const role = meantRole(names, one.role);
    if (recipient === undefined) {
      wrong.set(index, `There is no ${one.type} ${one.name ?? one.id} in your organization`);
    } else if (role === undefined) {
      wrong.set(index, `A ${kind.title} has no role ${JSON.stringify(one.role)}: send one of ${roleNames(names)}`);
    } else if (seen.has(recipient.id)) {
      wrong.set(index, `The ${one.type} ${recipient.name} is named twice: send each recipient once`);
    } else {
      seen.add(recipient.id);
      const { type, id, name } = recipient;
      return [{ type, id, name, role, canShare: one.canShare, canUseData: one.canUseData }];
    }
    return [];
  });
  if (wrong.size > 0) throw wrongRecipients(field, wrong);
  return resolved;
}

const isMeant = (candidate: Recipient, { type, id, name }: WantedGrant): boolean =>
  candidate.type === type &&
  (id === undefined || candidate.id === id) &&
  (name === undefined || candidate.name_key === nameKey(name));
