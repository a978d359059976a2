import { type Amount, plus } from './amount.ts';
import type { CapacityVerdict } from './capacity.rules.ts';
import type { UsageView } from './counters.ts';
import type { CountedRule, RuleSet } from './plan.rules.ts';

export interface Ask {
  readonly input: Amount;
  readonly worstCase: Amount;
  /** What one token stands for, in words: rows of a prediction where it is not a token of a text. */
  readonly unit?: 'row' | undefined;
  /** The caller waits for what does not fit, so nobody is refused anything. */
  readonly waits?: boolean | undefined;
}

/** Why a call is refused. */
export type Cause =
  | { readonly kind: 'input'; readonly limit: Amount; readonly used: Amount }
  | { readonly kind: 'concurrent'; readonly limit: Amount; readonly used: Amount }
  | { readonly kind: 'counted'; readonly rule: CountedRule; readonly used: Amount }
  | { readonly kind: 'capacity'; readonly limit: Amount; readonly used: Amount; readonly reserved: boolean };

/** The first limit that the call would pass: the length of the input first, since waiting cannot mend that. */
export function broken(rules: RuleSet, usage: UsageView, ask: Ask): Cause | null {
  if (rules.longestInput !== null && ask.input > rules.longestInput)
    return { kind: 'input', limit: rules.longestInput, used: ask.input };
  for (const rule of rules.counted) {
    const used = (rule.rule === 'requests' ? usage.requests[rule.place] : usage.tokens[rule.place]) ?? 0;
    if (plus(used, rule.rule === 'requests' ? 1 : ask.worstCase) > rule.limit) return { kind: 'counted', rule, used };
  }
  if (rules.concurrent !== null && usage.inFlight >= rules.concurrent)
    return { kind: 'concurrent', limit: rules.concurrent, used: usage.inFlight };
  return null;
}

export const capacityCause = (verdict: CapacityVerdict, limit: number, used: Amount): Cause | null =>
  verdict === 'fits' ? null : { kind: 'capacity', limit, used, reserved: verdict === 'reserved' };
