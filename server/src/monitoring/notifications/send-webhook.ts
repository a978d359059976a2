import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { isNoMachine, mayFetch } from '#platform/net/address.rules.ts';
import { guardedLookup } from '#platform/net/guarded-lookup.ts';
import { openSecrets } from './channel-secrets.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { ChannelRow, DeliveryRow } from './notification.tables.ts';
import { signatureOf } from './signature.rules.ts';

const TIMEOUT_MS = 10_000;
/** The receiver asks to be tried again. */
const LATER = new Set([408, 425, 429]);

/** Whether a message may go there: to the open internet, or where an administrator allows it. */
function guard(url: URL, allowed: readonly string[]): (address: string) => boolean {
  // Not even those an administrator allows are where clouds keep their secrets.
  return (address) => !isNoMachine(address) && mayFetch(url, [address], allowed);
}

const isForbidden = (error: unknown): boolean => error instanceof Error && error.message.includes('calls must not go');

/** One try. Throws for what may be better later, refuses what stays as it is. */
export async function sendWebhook(
  platform: Platform,
  channel: ChannelRow,
  { id, event_type, payload }: Pick<DeliveryRow, 'id' | 'event_type' | 'payload'>,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(channel.target);
  const may = guard(url, platform.config.webhookAllowedHosts);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !may(host)) {
    refuse(NotificationProblems.refused, url.host, 'nothing is sent to this address (ALMANAC_WEBHOOK_ALLOWED_HOSTS)');
  }
  const { secretToken, customHeaders } = openSecrets(platform, channel);
  const dispatcher = new Agent({
    connect: { timeout: TIMEOUT_MS, lookup: guardedLookup(may), rejectUnauthorized: channel.validate_ssl },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        ...Object.fromEntries(customHeaders.map(({ name, value }) => [name, value])),
        'content-type': 'application/json',
        'user-agent': 'Almanac',
        'x-almanac-event': event_type,
        'x-almanac-delivery': id,
        ...(secretToken && { 'x-almanac-signature': signatureOf(secretToken, payload, platform.now()) }),
      },
      body: payload,
    });
    body.on('error', () => undefined).destroy();
    if (statusCode >= 200 && statusCode < 300) return;
    if (statusCode >= 500 || LATER.has(statusCode)) throw new Error(`${url.host} answered ${statusCode}`);
    refuse(NotificationProblems.refused, url.host, `it answered ${statusCode}`);
  } catch (error) {
    // Which address a name leads to inside is nobody's business.
    if (isForbidden(error)) throw new Error(`${url.host} leads to an address where calls must not go`);
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}
