import { createTransport } from 'nodemailer';
import type { Platform } from '../context.ts';

const TIMEOUT_MS = 10_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every try of one message, so that mailboxes can tell a second one. */
  readonly messageId?: string;
}

/** Options of the connection are read from the address. */
function withTimeouts(address: string): string {
  const url = new URL(address);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS));
  }
  return url.href;
}

/** One try by the mail server of the settings; throws what nodemailer throws when it does not take the message. */
export async function sendMail({ config }: Pick<Platform, 'config'>, mail: Mail): Promise<void> {
  const { url, from } = config.smtp;
  if (url === null) throw new Error('no mail server is set (ALMANAC_SMTP_URL)');
  const transport = createTransport(withTimeouts(url));
  try {
    await transport.sendMail({ from, ...mail });
  } finally {
    transport.close();
  }
}
