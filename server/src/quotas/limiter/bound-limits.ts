import type { Amount } from './amount.ts';
import type { UsageView } from './counters.ts';
import type { RuleSet } from './plan.rules.ts';
import { secondsLeft, WINDOW_NAMES } from './windows.rules.ts';

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
