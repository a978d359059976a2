import { inBackground } from '../in-background.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { systemActor } from '../jobs/stored-actor.ts';
import { parseJson, stringifyJson } from '../json.ts';
import type { Logger } from '../log/logger.ts';
import { deliveryJob, type Subscription } from './delivery.ts';
import type { Events } from './events.ts';

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
