import { createTransport } from 'nodemailer';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { ChannelRow, DeliveryRow } from './notification.tables.ts';

const TIMEOUT_MS = 10_000;

/** Options of the connection are read from the address. */
function withTimeouts(address: string): string {
  const url = new URL(address);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS));
  }
  return url.href;
}

/** One try. Throws for what may be better later, refuses what stays as it is. */
export async function sendMail(
  { config }: Pick<Platform, 'config'>,
  { target }: Pick<ChannelRow, 'target'>,
  { id, message, payload }: Pick<DeliveryRow, 'id' | 'message' | 'payload'>,
): Promise<void> {
  const { url, from } = config.smtp;
  if (url === null) refuse(NotificationProblems.refused, target, 'no mail server is set (ALMANAC_SMTP_URL)');
  const transport = createTransport(withTimeouts(url ?? ''));
  const lines = JSON.parse(payload) as { readonly deployment: { readonly id: string }; readonly timestamp: string };
  const text = `${message}\n\nDeployment ${lines.deployment.id}\n${lines.timestamp}\n`;
  try {
    await transport.sendMail({
      from,
      to: target,
      subject: message,
      text,
      // The same for every try, so that mailboxes can tell a second one.
      messageId: `<${id}@almanac>`,
    });
  } catch (error) {
    const code = (error as { responseCode?: number }).responseCode ?? 0;
    if (code >= 500) refuse(NotificationProblems.refused, target, `the mail server answered ${code}`);
    throw error;
  } finally {
    transport.close();
  }
}
