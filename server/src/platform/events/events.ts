import type { ZodType } from 'zod';
import type { Platform } from '../context.ts';
import type { Tx } from '../db/database.ts';

/** Something that happened, as data. Published ones survive a crash and reach each subscriber at least once. */
export interface EventKind<Payload> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
}

export interface Delivery {
  /** The same for every delivery of one event to one subscriber: handlers that must not act twice keep it. */
  readonly idempotencyKey: string;
  readonly attempt: number;
  /** Aborted when the worker stops: throw, and the event is delivered again. */
  readonly signal: AbortSignal;
}

export interface Events {
  /** Now, to listeners in this process only; a listener that fails is logged and hurts nobody. */
  emit<Payload>(kind: EventKind<Payload>, payload: Payload): void;
  on<Payload>(kind: EventKind<Payload>, listener: (payload: Payload) => void | Promise<void>): () => void;
  /** Written in the caller's transaction; delivered to every subscriber by a worker, retried until it succeeds. */
  publish<Payload>(tx: Tx, kind: EventKind<Payload>, payload: Payload): Promise<void>;
  subscribe<Payload>(
    kind: EventKind<Payload>,
    subscriber: string,
    handle: (platform: Platform, payload: Payload, delivery: Delivery) => Promise<void>,
  ): void;
}
