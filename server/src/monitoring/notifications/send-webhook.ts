import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { bareHost, mayReach, targetOf } from '#platform/net/address.rules.ts';
import { guardedConnector, InsideAddress } from '#platform/net/guarded-connect.ts';
import { allowedInside, INSIDE_SETTING } from '#platform/net/reach.ts';
import { openSecrets } from './channel-secrets.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { ChannelRow, DeliveryRow } from './notification.tables.ts';
import { signatureOf } from './signature.rules.ts';

const TIMEOUT_MS = 10_000;
const FORBIDDEN = 'nothing is sent to addresses inside the network of this installation';
/** The receiver asks to be tried again. */
const LATER = new Set([408, 425, 429]);

/** One try. Throws for what may be better later, refuses what stays as it is. */
export async function sendWebhook(
  platform: Platform,
  channel: ChannelRow,
  { id, event_type, payload }: Pick<DeliveryRow, 'id' | 'event_type' | 'payload'>,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(channel.target);
  const allowed = allowedInside(platform.config, 'webhook');
  // An address written as a number stays what it is; a name may lead elsewhere when it is tried again.
  if (isIP(bareHost(url.hostname)) && !mayReach(targetOf(url), bareHost(url.hostname), allowed)) {
    refuse(NotificationProblems.refused, url.host, `${FORBIDDEN} (${INSIDE_SETTING})`);
  }
  const { secretToken, customHeaders } = openSecrets(platform, channel);
  const dispatcher = new Agent({
    connect: guardedConnector(allowed, { timeout: TIMEOUT_MS, rejectUnauthorized: channel.validate_ssl }),
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
    if (error instanceof InsideAddress) throw new Error(`${url.host}: ${FORBIDDEN} (${INSIDE_SETTING})`);
    throw error;
  } finally {
    await dispatcher.destroy();
  }
}
