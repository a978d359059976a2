import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { sendMail as sendByServer } from '#platform/mail/send-mail.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { ChannelRow, DeliveryRow } from './notification.tables.ts';

/** One try. Throws for what may be better later, refuses what stays as it is. */
export async function sendMail(
  platform: Pick<Platform, 'config'>,
  { target }: Pick<ChannelRow, 'target'>,
  { id, message, payload }: Pick<DeliveryRow, 'id' | 'message' | 'payload'>,
): Promise<void> {
  if (platform.config.smtp.url === null) {
    refuse(NotificationProblems.refused, target, 'no mail server is set (ALMANAC_SMTP_URL)');
  }
  const lines = JSON.parse(payload) as { readonly deployment: { readonly id: string }; readonly timestamp: string };
  const text = `${message}\n\nDeployment ${lines.deployment.id}\n${lines.timestamp}\n`;
  try {
    await sendByServer(platform, { to: target, subject: message, text, messageId: `<${id}@almanac>` });
  } catch (error) {
    const code = (error as { responseCode?: number }).responseCode ?? 0;
    if (code >= 500) refuse(NotificationProblems.refused, target, `the mail server answered ${code}`);
    throw error;
  }
}
