import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import { sendMail } from '#platform/mail/send-mail.ts';
import type { UserRow } from '../accounts.tables.ts';
import { refuseOtherSites } from '../authentication/sessions.ts';
import { passwordResetStore } from '../credentials/credential.store.ts';
import { hashNewPassword, setPassword } from '../credentials/password.ts';
import { newSecretText } from '../credentials/secret-text.ts';
import { changeAccount } from '../directory/account-changed.ts';
import { record } from '../directory/audit.store.ts';
import { UserProblems } from '../directory/directory.problems.ts';
import { actorOf, nameKey } from '../directory/user.rules.ts';
import { userStore } from '../directory/user.store.ts';
import { type AccountsPlatform, byOwner } from './create-user.ts';
import { PasswordResetProblems } from './users.problems.ts';
import type { PasswordReset, ResetCreate, ResetCreated } from './users.schema.ts';

type Delivery = z.output<typeof ResetCreate>['delivery'];

/** An administrator lets somebody of their organization choose a new password. The present one works until they do. */
export async function createReset(ctx: Ctx, id: string, delivery: Delivery): Promise<z.infer<typeof ResetCreated>> {
  const { organizationId, userId } = ctx.actor;
  const user =
    (await userStore(ctx.db.queries).inOrganization(organizationId, id)) ?? refuse(UserProblems.noSuchUser, id);
  if (id === userId) refuse(PasswordResetProblems.ownAccount);
  if (user.disabled_at !== null) refuse(PasswordResetProblems.disabled, user.username);
  const sentTo = addressFor(ctx, user, delivery);
  const made = await ctx.db.transaction(async (tx) => {
    await record(tx, ctx, 'password_reset.created', id, { sentTo });
    return resetLink(ctx, tx, id, ctx.links.origin);
  });
  if (sentTo !== null) await mail(ctx, user, sentTo, made);
  return { sentTo, link: sentTo === null ? made.link : null, expiresAt: made.expiresAt.toISOString() };
}

/** Null when the link is handed over. */
function addressFor({ config }: Ctx, { email, username }: UserRow, delivery: Delivery): string | null {
  if (delivery === 'link') return null;
  if (config.smtp.url !== null && email !== null) return email;
  if (delivery === undefined) return null;
  return email === null
    ? refuse(PasswordResetProblems.noAddress, username)
    : refuse(PasswordResetProblems.noMailServer);
}

async function mail(ctx: Ctx, { username }: UserRow, to: string, { link }: ResetLink): Promise<void> {
  const text =
    `An administrator (${ctx.actor.username}) lets you choose a new password for your Almanac account ${username}.\n\n` +
    `Open this link within ${LIFETIME_HOURS} hours; it works once:\n${link}\n\n` +
    'Your present password works until you choose a new one. If you did not ask for this, tell your administrator.\n';
  try {
    await sendMail(ctx, { to, subject: 'Choose a new Almanac password', text });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    refuse(PasswordResetProblems.notSent, to, reason);
  }
}

/** Whoever holds the link chooses the password. Nobody is signed in by it: an account's second factor stays. */
export async function applyReset(
  ctx: OpenCtx,
  { token, newPassword, revokeApiKeys = false, revokeApiToken = false }: z.output<typeof PasswordReset>,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  refuseOtherSites(ctx, headers);
  const hash = ctx.secrets.fingerprint(token);
  const holder = await passwordResetStore(ctx.db.queries).holder(hash, ctx.now());
  const user = holder ?? refuse(PasswordResetProblems.wrongToken);
  const passwordHash = await hashNewPassword(newPassword, user, 'newPassword');
  await changeAccount(ctx, user.id, async (tx) => {
    if (!(await passwordResetStore(tx).use(hash))) refuse(PasswordResetProblems.wrongToken);
    await setPassword(ctx, tx, user, passwordHash, { revokeApiKeys, revokeApiToken });
    const caller = { actor: actorOf(user, 'basic'), address: ctx.address, now: ctx.now };
    await record(tx, caller, 'password_reset.used', user.id, { revokeApiKeys, revokeApiToken });
  });
  return noContent();
}

/** For the machine's owner: a reset link for anybody, to be handed over. */
export function resetLinkByOwner(platform: AccountsPlatform, username: string, origin: string) {
  return platform.db.transaction(async (tx) => {
    const user = (await userStore(tx).byUsernameKey(nameKey(username))) ?? refuse(UserProblems.noSuchName, username);
    if (user.disabled_at !== null) refuse(PasswordResetProblems.disabled, user.username);
    await record(tx, byOwner(platform, user.organization_id), 'password_reset.created', user.id);
    return { username: user.username, ...(await resetLink(platform, tx, user.id, origin)) };
  });
}

const LIFETIME_HOURS = 24;

interface ResetLink {
  readonly link: string;
  readonly expiresAt: Date;
}

/** A one-time address where the owner of an account chooses a new password. The secret is behind the `#`: browsers send
 * it to no server, so that no log on the way keeps it. */
async function resetLink(
  { secrets, now }: Pick<Platform, 'secrets' | 'now'>,
  db: Queries,
  userId: string,
  origin: string,
): Promise<ResetLink> {
  const token = newSecretText('reset');
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_HOURS * 3600 * 1000);
  const hash = secrets.fingerprint(token);
  await passwordResetStore(db).replace({ hash, user_id: userId, created_at: createdAt, expires_at: expiresAt });
  return { link: `${origin}/reset-password#token=${token}`, expiresAt };
}
