import type { Amount, UsageView } from './counters.ts';
import type { Permit } from './entry.ts';
import {
  type Caller,
  IssuedPermit,
  type Ledger,
  type RefusalCause,
  type Settlement,
  type TokenRequest,
} from './ledger.ts';
import { refusalOf } from './refusal.ts';
import { countAdmitted, countRefused } from './usage-journal.ts';

interface Decision {
  readonly cause: RefusalCause | null;
  readonly minute: number;
  readonly nowMs: number;
  readonly usage: UsageView;
  readonly lease?: string;
}

/** Writes a decision down and says it: a pass, or a refusal. A quota that only watches refuses nobody. */
export function conclude(
  ledger: Ledger,
  caller: Caller,
  ask: TokenRequest,
  decision: Decision,
  settlement: Settlement,
): IssuedPermit {
  const { cause, minute, nowMs, usage, lease = '' } = decision;
  const { plan } = caller;
  const usageRecord = ledger.usageRecordOf(caller, minute);
  if (cause !== null) {
    if (!plan.shadow) {
      if (ask.waits !== true) countRefused(usageRecord, ask.worstCase);
      throw refusalOf(cause, ask, plan, caller.effective, nowMs);
    }
    usageRecord.wouldRefuse++;
  }
  countAdmitted(usageRecord, ask.worstCase, ask.input, usage.inFlight);
  const reserved: Amount = ask.worstCase;
  return new IssuedPermit(settlement, caller, { minute, reserved, nowMs, lease }, usage);
}

/** Decides by the count of this process alone. */
export function decideLocally(ledger: Ledger, caller: Caller, ask: TokenRequest, nowMs: number): Permit {
  const minute = ledger.minuteAt(nowMs);
  const cause = ledger.take(caller, ask, minute);
  return conclude(ledger, caller, ask, { cause, minute, nowMs, usage: caller.counters }, ledger);
}
