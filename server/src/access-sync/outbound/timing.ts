import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance arrive from outside, so that tests of waiting wait for nothing. */
export interface Timing {
  /** Milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to, never reaching, 1. */
  readonly random: () => number;
}

export const systemTiming: Timing = {
  now: Date.now,
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
};
