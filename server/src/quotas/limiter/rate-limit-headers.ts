import { type Amount, upTo } from './amount.ts';
import type { UsageView } from './counters.ts';
import type { RateLimitHeaders } from './entry.ts';
import type { RuleSet } from './plan.rules.ts';
import { secondsLeft } from './windows.rules.ts';

export const rateLimitHeaders = (limit: Amount, remaining: Amount, resetSeconds: number): RateLimitHeaders => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetSeconds),
});

/** A place may come free at any moment. */
export const SOON_SECONDS = 1;

/** Of the limit that is nearest: the one of which the smallest part is left. */
export function nearestLimit(rules: RuleSet, usage: UsageView, nowMs: number): RateLimitHeaders {
  let least = Number.POSITIVE_INFINITY;
  let nearest: RateLimitHeaders | null = null;
  const consider = (limit: Amount, used: Amount, reset: number) => {
    const left = upTo(limit, used);
    const part = Number(left) / Number(limit);
    if (part >= least) return;
    least = part;
    nearest = rateLimitHeaders(limit, left, reset);
  };
  for (const { rule, place, limit } of rules.counted) {
    consider(limit, (rule === 'requests' ? usage.requests : usage.tokens)[place] ?? 0, secondsLeft(place, nowMs));
  }
  if (nearest === null && rules.concurrent !== null) consider(rules.concurrent, usage.inFlight, SOON_SECONDS);
  return nearest ?? {};
}
