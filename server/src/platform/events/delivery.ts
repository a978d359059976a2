import { z } from 'zod';
import type { Platform } from '../context.ts';
import type { JobKind, JobRun } from '../jobs/jobs.ts';
import { deliveredSubscribers, forgetEvent, markDelivered } from './event.store.ts';
import type { Delivery } from './events.ts';

export interface Subscription {
  readonly subscriber: string;
  handle(platform: Platform, payload: string, delivery: Delivery): Promise<void>;
}

const input = z.strictObject({ event: z.string(), payload: z.string() });

/** Each subscriber has at most this many tries; with the queue's longest pause that is about ten days. */
const RETRIES = 1000;

/**
 * Hands one event to its subscribers. One that fails does not keep it from the others, and those that have it are not
 * given it again when the event is retried for the sake of the rest.
 */
export function deliveryJob(
  subscriptionsOf: (event: string) => readonly Subscription[],
): JobKind<z.infer<typeof input>> {
  return {
    name: 'platform.event',
    input,
    lane: 'light',
    limits: 'light',
    retries: RETRIES,
    retryDelaySeconds: 1,
    async run(platform, { event, payload }, run) {
      const done = await deliveredSubscribers(platform.db.queries, run.jobId);
      const waiting = subscriptionsOf(event).filter(({ subscriber }) => !done.has(subscriber));
      const results = await Promise.allSettled(waiting.map((one) => deliver(platform, one, payload, run)));
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} subscribers of ${event} failed`);
      await forgetEvent(platform.db.queries, run.jobId);
      return undefined;
    },
  };
}

async function deliver(platform: Platform, to: Subscription, payload: string, run: JobRun): Promise<void> {
  const idempotencyKey = `${run.jobId}/${to.subscriber}`;
  await to.handle(platform, payload, { idempotencyKey, attempt: run.attempt, signal: run.signal });
  await markDelivered(platform.db.queries, run.jobId, to.subscriber);
}
