import type { ZodType } from 'zod';
import type { Platform } from '../context.ts';
import type { Tx } from '../db/database.ts';

/** Something that happened, as data. `durable` ones survive a crash and are delivered at least once to each listener. */
export interface EventKind<Payload> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
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
    handle: (platform: Platform, payload: Payload) => Promise<void>,
  ): void;
}
