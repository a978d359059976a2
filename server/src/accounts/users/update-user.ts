import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { changingAccount } from '../account-changed.ts';
import type { UserRow } from '../accounts.tables.ts';
import { record } from '../audit/record.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { passwordResetStore } from '../password-reset/password-reset.store.ts';
import { hashNewPassword } from '../passwords/new-password.ts';
import { unknownPermissions } from '../permissions/permission.rules.ts';
import { sessionStore } from '../sessions/session.store.ts';
import { UserProblems, unknownPermission } from './user.problems.ts';
import { nameKey } from './user.rules.ts';
import { toUser, type UserChange } from './user.schema.ts';
import { userStore } from './user.store.ts';

type Change = z.output<typeof UserChange>;

/** An administrator changes an account of their organization. A new password or disabling ends its sessions. */
export async function updateUser(ctx: Ctx, id: string, change: Change) {
  const { organizationId } = ctx.actor;
  mayAdminister(ctx.actor, organizationId);
  const unknown = unknownPermissions(change.permissions ?? []);
  if (unknown.length > 0) throw unknownPermission(unknown);
  const passwordHash = change.password === undefined ? undefined : await hashFor(ctx, id, change.password);
  const after = await changingAccount(ctx, id, async (tx) => {
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
  const columns = {
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(change.email === undefined
      ? {}
      : { email: change.email, email_key: change.email ? nameKey(change.email) : null }),
    ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
    ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
    ...(change.language === undefined ? {} : { language: change.language }),
    ...(change.role === undefined ? {} : { role: change.role }),
    ...(change.permissions === undefined ? {} : { permissions: [...new Set(change.permissions)] }),
    ...(change.disabled === undefined
      ? {}
      : { disabled_at: change.disabled ? (before.disabled_at ?? ctx.now()) : null }),
  };
  if (Object.keys(columns).length === 0) return before;
  const names = { username: before.username, email: change.email ?? before.email };
  const after = await userStore(tx).update(before.id, columns, names);
  if (passwordHash !== undefined || change.disabled) await sessionStore(tx).endAll(before.id);
  // A link that was mailed to the old address, or handed over before, must not outlive the change.
  if (passwordHash !== undefined || change.disabled || change.email !== undefined) {
    await passwordResetStore(tx).removeAll(before.id);
  }
  const { password: _, ...told } = change;
  await record(tx, ctx, 'user.changed', before.id, { ...told, ...(passwordHash ? { password: 'changed' } : {}) });
  return after;
}
