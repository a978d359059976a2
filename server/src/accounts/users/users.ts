import type { z } from 'zod';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import type { UserRow } from '../accounts.tables.ts';
import { hashNewPassword } from '../credentials/password.ts';
import { changeAccount } from '../directory/account-changed.ts';
import { record } from '../directory/audit.store.ts';
import { OrganizationProblems, UserProblems, unknownPermission } from '../directory/directory.problems.ts';
import { toUser, type UserChange } from '../directory/directory.schema.ts';
import { requireOwnOrganization } from '../directory/organizations.ts';
import { unknownPermissions } from '../directory/permissions.ts';
import { nameKey } from '../directory/user.rules.ts';
import { userStore } from '../directory/user.store.ts';
import { byOwner } from './create-user.ts';

export const USER: ObjectKind = { type: 'user', title: 'user', seenBy: 'the user and administrators' };

export async function listOrganizationUsers(
  ctx: Ctx,
  organizationId: string,
  url: string,
  window: { offset: number; limit: number },
) {
  requireOwnOrganization(ctx.actor, organizationId);
  const { rows, total } = await userStore(ctx.db.queries).page(organizationId, window);
  return page(ctx.links, url, window, rows.map(toUser), total);
}

/** Oneself, or, for administrators, anybody in the organization. */
export async function getUser(ctx: Ctx, id: string) {
  const { role, userId, username } = ctx.actor;
  if (id !== userId && role !== 'admin') refuse(OrganizationProblems.notAdministrator, username);
  ctx.checked?.grant(USER, 'read');
  const row = await userStore(ctx.db.queries).inOrganization(ctx.actor.organizationId, id);
  return toUser(row ?? refuse(UserProblems.noSuchUser, id));
}

/** Everybody on this installation, for the machine's owner. */
export async function listUsers(platform: Pick<Platform, 'db'>) {
  const rows = await userStore(platform.db.queries).everyone();
  return rows.map((row) => {
    const { orgId, ...user } = toUser(row);
    return { ...user, organizationId: orgId, organization: row.organization_name };
  });
}

type Change = z.output<typeof UserChange>;

/** An administrator changes an account of their organization. A new password or disabling ends its sessions. */
export async function updateUser(ctx: Ctx, id: string, change: Change) {
  const { organizationId } = ctx.actor;
  const unknown = unknownPermissions(change.permissions ?? []);
  if (unknown.length > 0) throw unknownPermission(unknown);
  const passwordHash = change.password === undefined ? undefined : await hashFor(ctx, id, change.password);
  const after = await changeAccount(ctx, id, async (tx) => {
    const users = userStore(tx);
    const administrators = await users.enabledAdministrators(organizationId);
    const before = (await users.inOrganization(organizationId, id)) ?? refuse(UserProblems.noSuchUser, id);
    const stops = change.disabled === true || change.role === 'user';
    if (stops && administrators.length === 1 && administrators[0]?.id === id) {
      refuse(UserProblems.lastAdministrator, before.username);
    }
    return save(ctx, tx, before, change, passwordHash);
  });
  return toUser(after);
}

/** One's own goes another way, which asks for the present one: a key alone must not be enough. */
async function hashFor(ctx: Ctx, id: string, password: string): Promise<string> {
  if (id === ctx.actor.userId)
    throw invalidFields({ password: 'Change your own password with POST account/password/' });
  const user = await userStore(ctx.db.queries).inOrganization(ctx.actor.organizationId, id);
  return hashNewPassword(password, user ?? refuse(UserProblems.noSuchUser, id));
}

async function save(ctx: Ctx, tx: Tx, before: UserRow, change: Change, passwordHash: string | undefined) {
  if (Object.values(change).every((value) => value === undefined)) return before;
  const { email, firstName, lastName, language, role, permissions, disabled } = change;
  const columns = {
    ...{ password_hash: passwordHash, email, first_name: firstName, last_name: lastName, language, role },
    email_key: email ? nameKey(email) : email,
    permissions: permissions && [...new Set(permissions)],
    ...(disabled !== undefined && { disabled_at: disabled ? (before.disabled_at ?? ctx.now()) : null }),
  };
  const names = { username: before.username, email: change.email ?? before.email };
  const after = await userStore(tx).update(before.id, columns, names);
  if (passwordHash !== undefined || change.disabled) await deleteRows(tx, 'sessions', { user_id: before.id });
  // A link that was mailed to the old address, or handed over before, must not outlive the change.
  if (passwordHash !== undefined || change.disabled || change.email !== undefined) {
    await deleteRows(tx, 'password_resets', { user_id: before.id });
  }
  const { password: _, ...told } = change;
  await record(tx, ctx, 'user.changed', before.id, { ...told, ...(passwordHash ? { password: 'changed' } : {}) });
  return after;
}

/** For the machine's owner: every key, token and session of the account stops working, on every server. */
export function disableUser(
  platform: Pick<Platform, 'db' | 'now'>,
  username: string,
): Promise<{ id: string; username: string }> {
  return platform.db.transaction(async (tx) => {
    const users = userStore(tx);
    const user = (await users.byUsernameKey(nameKey(username))) ?? refuse(UserProblems.noSuchName, username);
    if (user.disabled_at !== null) return { id: user.id, username: user.username };
    await users.update(user.id, { disabled_at: platform.now() }, user);
    await deleteRows(tx, 'sessions', { user_id: user.id });
    await record(tx, byOwner(platform, user.organization_id), 'user.disabled', user.id);
    return { id: user.id, username: user.username };
  });
}
