import { z } from 'zod';
import { Problem } from '#platform/http/problem.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { channelStore } from './channel.store.ts';
import { deliveryStore } from './delivery.store.ts';
import { sendMail } from './send-mail.ts';
import { sendWebhook } from './send-webhook.ts';

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
    const store = deliveryStore(queries);
    const delivery = await store.byId(organizationId, deliveryId);
    // Sent already: this is a second run of a job whose end was not noted.
    if (delivery?.status !== 'queued') return undefined;
    const channel = await channelStore(queries).byId(organizationId, delivery.deployment_id, delivery.channel_id);
    const location = `/api/v2/entityNotificationLogs/deployment/${delivery.deployment_id}/`;
    if (channel === undefined) {
      await store.noteTry(delivery, { status: 'failed', error: 'The channel was deleted', at: platform.now() });
      return { location };
    }
    try {
      if (channel.channel_type === 'Webhook') await sendWebhook(platform, channel, delivery, signal);
      else await sendMail(platform, channel, delivery);
    } catch (error) {
      signal.throwIfAborted();
      const isLast = error instanceof Problem || attempt > RETRIES;
      const said = describe(error);
      await store.noteTry(delivery, { ...(isLast && { status: 'failed' }), error: said, at: platform.now() });
      throw error;
    }
    await store.noteTry(delivery, { status: 'delivered', error: null, at: platform.now() });
    return { location };
  },
};

function describe(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'The call failed';
}
