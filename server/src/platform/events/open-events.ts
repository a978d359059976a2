import { z } from 'zod';
import type { Delivery, Events, JobKind, JobRun, Jobs, Platform } from '../context.ts';
import { inBackground } from '../in-background.ts';
import { systemActor } from '../jobs/stored-actor.ts';
import { parseJson, stringifyJson } from '../json.ts';
import type { Logger } from '../log/logger.ts';
import { deliveredSubscribers, forgetEvent, markDelivered } from './event.store.ts';

type Listener = (payload: unknown) => void | Promise<void>;

/** A durable event is a job of the platform itself: the queue already survives crashes, retries and backs off. */
export function openEvents(jobs: Jobs, log: Logger): Events {
  const listeners = new Map<string, Set<Listener>>();
  const subscriptions = new Map<string, Map<string, Subscription>>();
  const delivery = deliveryJob((event) => [...(subscriptions.get(event)?.values() ?? [])]);
  jobs.register(delivery);

  return {
    emit(kind, payload) {
      for (const listener of listeners.get(kind.name) ?? [])
        inBackground(log, `telling a listener of ${kind.name}`, () => listener(payload));
    },
    on(kind, listener) {
      const heard = listeners.get(kind.name) ?? new Set();
      listeners.set(kind.name, heard.add(listener as Listener));
      return () => heard.delete(listener as Listener);
    },
    async publish(tx, kind, payload) {
      const input = { event: kind.name, payload: stringifyJson(kind.payload.parse(payload)) };
      await jobs.enqueue(tx, delivery, input, { actor: systemActor });
    },
    subscribe(kind, subscriber, handle) {
      const known = subscriptions.get(kind.name) ?? new Map<string, Subscription>();
      if (known.has(subscriber)) throw new Error(`${subscriber} subscribes twice to ${kind.name}; once is enough.`);
      subscriptions.set(kind.name, known);
      known.set(subscriber, {
        subscriber,
        handle: (platform, payload, how) => handle(platform, kind.payload.parse(parseJson(Buffer.from(payload))), how),
      });
    },
  };
}

interface Subscription {
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
function deliveryJob(subscriptionsOf: (event: string) => readonly Subscription[]): JobKind<z.infer<typeof input>> {
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
