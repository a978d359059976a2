/** How long to wait before attempt `attempt + 1` when the provider did not say. `attempt` starts at 1. */
export type Backoff = (attempt: number, random: () => number) => number;

const SECOND = 1000;

/** Provider A: the power of two plus up to a second, at most 64 s. */
export const jitteredTo64s: Backoff = (attempt, random) =>
  Math.min(2 ** (attempt - 1) * SECOND + random() * SECOND, 64 * SECOND);

/** Provider B: 2, 4, 8 ... seconds, at most five minutes, and a part of that at random. */
export const jitteredTo5Minutes: Backoff = (attempt, random) =>
  Math.min(2 ** attempt * SECOND, 300 * SECOND) * (0.75 + random() * 0.25);

/** `Retry-After` in seconds or as a date; null when there is none that can be read. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Daily limits of provider A start anew at midnight of its home: 08:00 UTC, an hour earlier in summer. */
export function untilDailyReset(now: number): number {
  const day = 24 * 3600 * SECOND;
  const reset = 8 * 3600 * SECOND;
  return day - ((now - reset) % day);
}
