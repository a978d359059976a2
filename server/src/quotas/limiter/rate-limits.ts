import { type Amount, secondsLeft, type UsageView, upTo, WINDOW_NAMES } from './counters.ts';
import type { RateLimitHeaders } from './entry.ts';
import type { RuleSet } from './plan.rules.ts';

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

/** A limit that binds somebody, and what is used of it now. */
export interface BoundLimit {
  readonly name: string;
  readonly used: Amount;
  readonly limit: Amount;
  readonly resetSeconds: number;
}

/** The length of one input is no use that adds up, so it is not among them. */
export function boundLimits(rules: RuleSet, usage: UsageView, nowMs: number): readonly BoundLimit[] {
  const counted = rules.counted.map(({ rule, place, limit }) => ({
    name: `${rule} per ${WINDOW_NAMES[place]}`,
    used: (rule === 'requests' ? usage.requests : usage.tokens)[place] ?? 0,
    limit,
    resetSeconds: secondsLeft(place, nowMs),
  }));
  if (rules.concurrent === null) return counted;
  return [...counted, { name: 'concurrentRequests', used: usage.inFlight, limit: rules.concurrent, resetSeconds: 0 }];
}
