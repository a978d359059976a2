import type { Actor } from '#platform/http/actor.ts';
import type { Amount } from './counters.ts';

/** Who calls. Groups may be left out: they are looked up, and only for quotas that speak of groups. */
export interface Consumer {
  readonly userId: string;
  readonly groupIds?: readonly string[];
  /** The deployment on whose behalf the call is made: its agent's key was used. */
  readonly deploymentId?: string;
}

export interface GuardedResource {
  /** The gateway is one resource an organization, whatever its id: its quota is that of the workload `llmGateway`. */
  readonly type: 'deployment' | 'workload' | 'llmGateway';
  readonly id: string;
}

export interface Entry {
  readonly organizationId: string;
  readonly resource: GuardedResource;
  readonly consumer: Consumer;
  /**
   * `input`: tokens of the prompt. `worstCase`: the most the call can use, prompt and longest answer together. A model of
   * rows has no tokens: each of its rows counts as one (`unit: 'row'`).
   */
  readonly tokens?: { readonly input: Amount; readonly worstCase: Amount; readonly unit?: 'row' };
  /** Whoever asks waits where it does not fit: that is not counted as refused. */
  readonly waits?: boolean;
}

export type RateLimitHeaders = Readonly<Record<string, string>>;

/**
 * Leave for one call. Whoever got it ends it with `settle` or `release`, in a `finally`; only the first of the two
 * counts, so both may be called.
 */
export interface Permit {
  /** `RateLimit-*` for the reply, of the limit that is nearest; empty without a quota. */
  readonly headers: RateLimitHeaders;
  /** The call is over: its place is free, and what it really used replaces the worst case. */
  settle(actual?: { readonly tokens: Amount }): void;
  /** The call did not happen: tokens and place are given back. As a request it stays counted. */
  release(): void;
}

export interface Limiter {
  /**
   * Asks for leave. Throws (or rejects with) a Problem when it is refused: 429, or 422 when waiting cannot help.
   * Synchronous when the quota is in memory and so are its counters.
   */
  enter(entry: Entry): Permit | Promise<Permit>;
  /** Whether the quota of the resource limits tokens or the length of an input, for anybody. False without a quota. */
  countsTokens(resource: Pick<Entry, 'organizationId' | 'resource'>): boolean | Promise<boolean>;
}

const NO_HEADERS: RateLimitHeaders = Object.freeze({});

/** For resources without a quota. */
export const UNLIMITED_PERMIT: Permit = Object.freeze({
  headers: NO_HEADERS,
  settle: () => undefined,
  release: () => undefined,
});

/** Who a call counts for: the person, and the deployment on whose behalf an agent's key asks. */
export const consumerOf = ({ userId, deploymentId }: Actor): Consumer =>
  deploymentId === undefined ? { userId } : { userId, deploymentId };
