import type { Amount } from './amount.ts';
import type { UsageView } from './counters.ts';
import type { Caller, Ledger } from './ledger.ts';
import { LivePass, type Settlement } from './live-pass.ts';
import { refusalOf } from './refusal.ts';
import { countAdmitted, countRefused } from './tally.ts';
import type { Ask, Cause } from './verdict.rules.ts';

export interface Decision {
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
