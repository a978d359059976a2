import { conclude } from './conclude.ts';
import type { Pass } from './entry.ts';
import type { Caller, Ledger } from './ledger.ts';
import type { Ask } from './verdict.rules.ts';

/** Decides by the count of this process alone. */
export function decideHere(ledger: Ledger, caller: Caller, ask: Ask, nowMs: number): Pass {
  const minute = ledger.minuteAt(nowMs);
  const cause = ledger.take(caller, ask, minute);
  return conclude(ledger, caller, ask, { cause, minute, nowMs, usage: caller.counters }, ledger);
}
