import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { sendMail } from '#platform/mail/send-mail.ts';
import type { UserRow } from '../accounts.tables.ts';
import { record } from '../audit/record.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { UserProblems } from '../users/user.problems.ts';
import { userStore } from '../users/user.store.ts';
import { PasswordResetProblems } from './password-reset.problems.ts';
import type { ResetCreate, ResetCreated } from './password-reset.schema.ts';
import { LIFETIME_HOURS, type ResetLink, resetLink } from './reset-link.ts';

type Delivery = z.output<typeof ResetCreate>['delivery'];

/** An administrator lets somebody of their organization choose a new password. The present one works until they do. */
export async function createReset(ctx: Ctx, id: string, delivery: Delivery): Promise<z.infer<typeof ResetCreated>> {
  const { organizationId, userId } = ctx.actor;
  mayAdminister(ctx.actor, organizationId);
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
