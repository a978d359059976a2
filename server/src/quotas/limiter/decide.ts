import type { Amount, UsageView } from './counters.ts';
import type { Pass } from './entry.ts';
import { type Ask, type Caller, type Cause, type Ledger, LivePass, type Settlement } from './ledger.ts';
import { refusalOf } from './refusal.ts';
import { countAdmitted, countRefused } from './usage-journal.ts';

interface Decision {
  readonly cause: Cause | null;
  readonly minute: number;
  readonly nowMs: number;
  readonly usage: UsageView;
  readonly lease?: string;
}

/** Writes a decision down and says it: a pass, or a refusal. A quota that only watches refuses nobody. */
export function conclude(ledger: Ledger, caller: Caller, ask: Ask, decision: Decision, books: Settlement): LivePass {
  const { cause, minute, nowMs, usage, lease = '' } = decision;
  const { plan } = caller;
  const tally = ledger.tallyOf(caller, minute);
  if (cause !== null) {
    if (!plan.shadow) {
      if (ask.waits !== true) countRefused(tally, ask.worstCase);
      throw refusalOf(cause, ask, plan, caller.binding, nowMs);
    }
    tally.wouldRefuse++;
  }
  countAdmitted(tally, ask.worstCase, ask.input, usage.inFlight);
  const reserved: Amount = ask.worstCase;
  return new LivePass(books, caller, { minute, reserved, nowMs, lease }, usage);
}

/** Decides by the count of this process alone. */
export function decideHere(ledger: Ledger, caller: Caller, ask: Ask, nowMs: number): Pass {
  const minute = ledger.minuteAt(nowMs);
  const cause = ledger.take(caller, ask, minute);
  return conclude(ledger, caller, ask, { cause, minute, nowMs, usage: caller.counters }, ledger);
}
