import type { Timing } from '#platform/async/retry.ts';
import { ProviderProblem } from '../provider-client.ts';

/** How fast one app may go in one tenant. Whatever shares the limit shares the pace. */
export interface Pace {
  /** Resolves when a call may be sent; throws `throttled` when that is further away than anybody should wait. */
  turn(signal: AbortSignal): Promise<void>;
  /** Nothing is sent before this much time has passed. A shorter stop never shortens a longer one. */
  stop(ms: number): void;
  /** Spreads the remaining calls over the time until the limit resets. */
  slow(left: number, resetMs: number): void;
}

const LONGEST_WAIT_MS = 330_000;

export function pace(timing: Timing, longestWaitMs: number = LONGEST_WAIT_MS): Pace {
  let stoppedUntil = 0;
  let slowUntil = 0;
  let gapMs = 0;
  let nextTurn = 0;

  const dueIn = (): number => {
    const now = timing.now();
    const spread = now < slowUntil ? nextTurn : 0;
    return Math.max(stoppedUntil, spread) - now;
  };

  return {
    async turn(signal) {
      for (let ms = dueIn(); ms > 0; ms = dueIn()) {
        if (ms > longestWaitMs)
          throw new ProviderProblem('throttled', `The provider asked for ${Math.ceil(ms / 1000)} s of silence.`, {
            retryAfterMs: ms,
          });
        await timing.wait(ms, signal);
      }
      signal.throwIfAborted();
      if (timing.now() < slowUntil) nextTurn = Math.max(nextTurn, timing.now()) + gapMs;
    },
    stop(ms) {
      stoppedUntil = Math.max(stoppedUntil, timing.now() + ms);
    },
    slow(left, resetMs) {
      if (left <= 0) {
        stoppedUntil = Math.max(stoppedUntil, timing.now() + resetMs);
        return;
      }
      gapMs = resetMs / left;
      slowUntil = timing.now() + resetMs;
      nextTurn = Math.max(nextTurn, timing.now());
    },
  };
}

/** One pace per name for the life of the process: connections that use the same app and tenant stop together. */
export function sharedPaces(timing: Timing): (name: string) => Pace {
  const paces = new Map<string, Pace>();
  return (name) => {
    const known = paces.get(name) ?? pace(timing);
    paces.set(name, known);
    return known;
  };
}
