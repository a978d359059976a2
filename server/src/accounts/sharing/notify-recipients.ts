import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { inBackground } from '#platform/in-background.ts';
import { sendMail } from '#platform/mail/send-mail.ts';
import { userStore } from '../directory/user.store.ts';
import type { Resource } from './kind.ts';
import type { SharedRole } from './role.rules.ts';

export interface Granted {
  readonly userId: string;
  readonly role: SharedRole;
}

/** Promising mail that cannot be sent would be worse than saying so. */
export function requireMailServer({ config }: Pick<Ctx, 'config'>): void {
  if (config.smtp.url !== null) return;
  throw invalidFields({
    sendNotification: 'No mail server is set (ALMANAC_SMTP_URL). Leave it out and tell the recipients yourself',
  });
}

/** Mails those who were given access and have an address, after the reply: a slow mail server holds nobody up. */
export function notifyRecipients(ctx: Ctx, resource: Resource, granted: readonly Granted[]): void {
  const others = granted.filter(({ userId }) => userId !== ctx.actor.userId);
  for (const { userId, role } of others) {
    inBackground(ctx.log, 'mailing somebody that a thing was shared', () => mailOne(ctx, resource, userId, role));
  }
}

async function mailOne(ctx: Ctx, { kind, id }: Resource, userId: string, role: SharedRole): Promise<void> {
  const user = await userStore(ctx.db.queries).inOrganization(ctx.actor.organizationId, userId);
  if (user === undefined || user.email === null || user.disabled_at !== null) return;
  await sendMail(ctx, {
    to: user.email,
    subject: `A ${kind.title} was shared with you`,
    text:
      `${ctx.actor.username} gave you the role ${role} on the ${kind.title} ${id}.\n\n` +
      `${ctx.links.absolute(`/api/v2/${kind.listedAt}`)} lists what you can see.\n`,
  });
}
