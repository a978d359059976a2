import { setTimeout as sleep } from 'node:timers/promises';

/** Time and randomness as parameters, so that tests of waiting do not wait. */
export interface Timing {
  /** Milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** In [0, 1). */
  readonly random: () => number;
}

export const systemTiming: Timing = {
  now: Date.now,
  wait: (ms, signal) => sleep(ms, undefined, signal && { signal }),
  random: Math.random,
};

export interface RetryPolicy {
  /** How often the work runs at most. */
  readonly attempts: number;
  /** Milliseconds to wait after this attempt failed (the first is 1); null where another one would not help. */
  readonly delayMs: (error: unknown, attempt: number) => number | null;
  /** Ends the waiting and further attempts. */
  readonly signal?: AbortSignal;
  readonly wait?: Timing['wait'];
}

/** Runs the work until it succeeds or its policy gives up; then its last error is thrown. */
export async function retry<T>(work: (attempt: number) => Promise<T>, policy: RetryPolicy): Promise<T> {
  const { attempts, delayMs, signal, wait = systemTiming.wait } = policy;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      const ms = attempt >= attempts || signal?.aborted ? null : delayMs(error, attempt);
      if (ms === null) throw error;
      if (ms > 0) await wait(ms, signal);
    }
  }
}

/** Milliseconds to wait before attempt `attempt + 1`; `attempt` starts at 1. */
export type Backoff = (attempt: number, random: () => number) => number;

interface ExponentialBackoff {
  readonly firstMs: number;
  readonly maxMs?: number;
  /** Each delay is multiplied by a random factor in this range. */
  readonly jitter?: readonly [low: number, high: number];
}

/** `firstMs`, then twice as long each time up to `maxMs`. */
export const exponentialBackoff =
  ({ firstMs, maxMs = Number.POSITIVE_INFINITY, jitter: [low, high] = [1, 1] }: ExponentialBackoff): Backoff =>
  (attempt, random) =>
    Math.min(firstMs * 2 ** (attempt - 1), maxMs) * (low + random() * (high - low));

/** A `Retry-After` header in seconds or as a date; null when there is none that can be read. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
