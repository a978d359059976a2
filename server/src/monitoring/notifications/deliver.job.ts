import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { z } from 'zod';
import type { JobKind, Platform } from '#platform/context.ts';
import { findRow } from '#platform/db/rows.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { sendMail as sendByServer } from '#platform/mail/send-mail.ts';
import { bareHost, mayReach, targetOf } from '#platform/net/address.rules.ts';
import { guardedConnector, InsideAddress } from '#platform/net/guarded-connect.ts';
import { allowedInside, INSIDE_SETTING } from '#platform/net/reach.ts';
import { openSecrets } from './channel-secrets.ts';
import { NotificationProblems } from './notification.problems.ts';
import { recordAttempt } from './notification.store.ts';
import type { ChannelRow, DeliveryRow } from './notification.tables.ts';

const RETRIES = 8;

/** Sends one notification; tried again with growing pauses, for about three quarters of an hour. */
export const deliverJob: JobKind<{ organizationId: string; deliveryId: string }> = {
  name: 'monitoring.deliver-notification',
  input: z.strictObject({ organizationId: z.string(), deliveryId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: RETRIES,
  retryDelaySeconds: 10,
  async run(platform, { organizationId, deliveryId }, { attempt, signal }) {
    const { queries } = platform.db;
    const organization_id = organizationId;
    const delivery = await findRow(queries, 'notification_deliveries', { organization_id, id: deliveryId });
    // Sent already: this is a second run of a job whose end was not noted.
    if (delivery?.status !== 'queued') return undefined;
    const { deployment_id, channel_id } = delivery;
    const channel = await findRow(queries, 'notification_channels', { organization_id, deployment_id, id: channel_id });
    const location = `/api/v2/entityNotificationLogs/deployment/${deployment_id}/`;
    if (channel === undefined) {
      await recordAttempt(queries, delivery, {
        status: 'failed',
        error: 'The channel was deleted',
        at: platform.now(),
      });
      return { location };
    }
    try {
      if (channel.channel_type === 'Webhook') await sendWebhook(platform, channel, delivery, signal);
      else await sendMail(platform, channel, delivery);
    } catch (error) {
      signal.throwIfAborted();
      const isLast = error instanceof Problem || attempt > RETRIES;
      const { message, code } = error as { message?: string; code?: string };
      const description = message || code || 'The call failed';
      const status = isLast ? { status: 'failed' as const } : {};
      await recordAttempt(queries, delivery, { ...status, error: description, at: platform.now() });
      throw error;
    }
    await recordAttempt(queries, delivery, { status: 'delivered', error: null, at: platform.now() });
    return { location };
  },
};

/** One try. Throws for what may be better later, refuses what stays as it is. */
async function sendMail(
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

/**
 * What receivers check: `t` is the time of sending in seconds, `v1` the HMAC-SHA256 of `t`, a full stop and the body, in
 * hex. The time is signed along, so that an old message cannot be sent again as a new one.
 */
function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
