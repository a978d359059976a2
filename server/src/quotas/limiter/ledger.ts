import { CapacityCounters, type CapacityVerdict } from './capacity.ts';
import { type Amount, Counters, DAY, minus, minuteOf, plus, type UsageView, windowAt } from './counters.ts';
import type { Consumer, Permit, RateLimitHeaders } from './entry.ts';
import { type CountedRule, type EffectivePolicy, effectivePolicyOf, type Plan, type RuleSet } from './plan.rules.ts';
import { nearestLimit } from './rate-limits.ts';
import type { UsageRecord } from './usage.store.ts';
import type { UsageJournal } from './usage-journal.ts';

/** Somebody who called before, with everything that a decision needs at hand. */
export interface Caller {
  readonly consumer: Consumer;
  readonly groupIds: readonly string[];
  readonly plan: Plan;
  readonly effective: EffectivePolicy;
  readonly counters: Counters;
  usageRecord: UsageRecord | null;
}

/** One quota while it is in force: its plan, and what was used of it. Plans change; what was used stays. */
export class Ledger implements Settlement {
  plan: Plan;
  readonly #journal: UsageJournal;
  readonly #counters = new Map<string, Counters>();
  readonly #callers = new Map<string, Caller>();
  readonly #capacity = new CapacityCounters();
  #minute = 0;

  constructor(plan: Plan, journal: UsageJournal) {
    this.plan = plan;
    this.#journal = journal;
    this.#capacity.follow(plan);
  }

  /** From the next decision on. A definition that is older than the one in force is no news. */
  follow(plan: Plan): void {
    if (plan.version <= this.plan.version) return;
    this.plan = plan;
    this.#capacity.follow(plan);
  }

  /** A clock that is set back must not open a window again. */
  minuteAt(ms: number): number {
    const minute = minuteOf(ms);
    if (minute > this.#minute) this.#minute = minute;
    return this.#minute;
  }

  callerOf(consumer: Consumer, groupIds: readonly string[]): Caller {
    const { userId, deploymentId } = consumer;
    const key = deploymentId === undefined ? userId : `${userId} ${deploymentId}`;
    const known = this.#callers.get(key);
    if (known !== undefined && known.plan === this.plan && sameGroups(known.groupIds, groupIds)) return known;
    const effective = effectivePolicyOf(this.plan, consumer, groupIds);
    const counters = this.countersOf(effective.holder);
    const usageRecord = known?.effective.holder === effective.holder ? known.usageRecord : null;
    const caller: Caller = { consumer, groupIds, plan: this.plan, effective, counters, usageRecord };
    this.#callers.set(key, caller);
    return caller;
  }

  countersOf(holder: string): Counters {
    let counters = this.#counters.get(holder);
    if (counters === undefined) {
      counters = new Counters();
      this.#counters.set(holder, counters);
    }
    return counters;
  }

  /** Decides and counts in one step. A quota that only watches counts even what a limit forbids. */
  take({ effective, counters, plan }: Caller, ask: TokenRequest, minute: number): RefusalCause | null {
    counters.roll(minute);
    this.#capacity.roll(minute);
    const cost = this.#capacity.costOf(ask.worstCase);
    const cause =
      findViolation(effective.rules, counters, ask) ??
      capacityCause(this.#capacity.verdict(effective.shareHolder, cost), this.#capacity.total, this.#capacity.used);
    if (cause !== null && !plan.shadow) return cause;
    counters.take(ask.worstCase);
    this.#capacity.spend(effective.shareHolder, minute, cost);
    return cause;
  }

  /** The call is over: `tokens` replace what was reserved for it, in the windows it began in. */
  ended(permit: IssuedPermit, tokens: Amount): void {
    const { caller, minute, reserved } = permit;
    const { effective, counters, plan } = caller;
    counters.inFlight--;
    const difference = minus(tokens, reserved);
    if (difference === 0) return;
    counters.correct(minute, difference);
    const byTokens = plan.capacity?.units === 'token' && this.plan.capacity?.units === 'token';
    if (byTokens) this.#capacity.spend(effective.shareHolder, minute, difference);
    this.noteActual(permit, tokens);
  }

  noteActual({ caller, minute, reserved }: IssuedPermit, tokens: Amount): void {
    if (tokens === reserved) return;
    const usageRecord = this.usageRecordOf(caller, minute);
    usageRecord.tokens = plus(usageRecord.tokens, minus(tokens, reserved));
  }

  /** Where to write down what this caller did in this minute. */
  usageRecordOf(caller: Caller, minute: number): UsageRecord {
    const { usageRecord } = caller;
    if (usageRecord !== null && usageRecord.minute === minute && this.#journal.holds(usageRecord)) return usageRecord;
    const begun = this.#journal.begin({
      quotaId: this.plan.quotaId,
      minute,
      holder: caller.effective.holder,
      userId: caller.consumer.userId,
      deploymentId: caller.consumer.deploymentId ?? '',
    });
    // A late settlement writes into a minute that is over: the caller goes on with the newer one.
    if (usageRecord === null || minute >= usageRecord.minute) caller.usageRecord = begun;
    return begun;
  }

  /** What was used before this process began: of the windows of now, by holder. */
  restore(minute: number, rows: readonly Restored[]): void {
    for (const { holder, place, requests, tokens } of rows) {
      const counters = this.countersOf(holder);
      counters.roll(minute);
      counters.requests[place] = requests;
      counters.tokens[place] = tokens;
      if (place !== 0) continue;
      this.#capacity.roll(minute);
      this.#capacity.spend(holder, minute, this.plan.capacity?.units === 'requests' ? requests : tokens);
    }
  }

  /** Forgets whom nobody has seen today. */
  prune(minute: number): void {
    const idle = ({ windows, inFlight }: Counters) => inFlight === 0 && windows[DAY] !== windowAt(DAY, minute);
    for (const [key, { counters }] of this.#callers) if (idle(counters)) this.#callers.delete(key);
    for (const [holder, counters] of this.#counters) if (idle(counters)) this.#counters.delete(holder);
  }
}

export interface Restored {
  readonly holder: string;
  readonly place: 0 | 1 | 2;
  readonly requests: number;
  readonly tokens: Amount;
}

const sameGroups = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]));

/** Whoever counted the call, and hears once how it ended. */
export interface Settlement {
  ended(permit: IssuedPermit, tokens: Amount): void;
}

export class IssuedPermit implements Permit {
  readonly caller: Caller;
  readonly minute: number;
  readonly reserved: Amount;
  /** The place among the calls in flight, where several processes count them. */
  readonly lease: string;
  readonly #settlement: Settlement;
  readonly #usage: UsageView;
  readonly #nowMs: number;
  #over = false;

  constructor(
    settlement: Settlement,
    caller: Caller,
    call: { readonly minute: number; readonly reserved: Amount; readonly nowMs: number; readonly lease?: string },
    usage: UsageView = caller.counters,
  ) {
    this.caller = caller;
    this.minute = call.minute;
    this.reserved = call.reserved;
    this.lease = call.lease ?? '';
    this.#nowMs = call.nowMs;
    this.#settlement = settlement;
    this.#usage = usage;
  }

  /** Worked out when somebody asks: most callers of predictions never look. */
  get headers(): RateLimitHeaders {
    return nearestLimit(this.caller.effective.rules, this.#usage, this.#nowMs);
  }

  settle(actual?: { readonly tokens: Amount }): void {
    this.#end(actual?.tokens ?? this.reserved);
  }

  release(): void {
    this.#end(0);
  }

  #end(tokens: Amount): void {
    if (this.#over) return;
    this.#over = true;
    this.#settlement.ended(this, tokens);
  }
}

export interface TokenRequest {
  readonly input: Amount;
  readonly worstCase: Amount;
  /** What one token stands for, in words: rows of a prediction where it is not a token of a text. */
  readonly unit?: 'row' | undefined;
  /** The caller waits for what does not fit, so nobody is refused anything. */
  readonly waits?: boolean | undefined;
}

/** Why a call is refused. */
export type RefusalCause =
  | { readonly kind: 'input'; readonly limit: Amount; readonly used: Amount }
  | { readonly kind: 'concurrent'; readonly limit: Amount; readonly used: Amount }
  | { readonly kind: 'counted'; readonly rule: CountedRule; readonly used: Amount }
  | { readonly kind: 'capacity'; readonly limit: Amount; readonly used: Amount; readonly reserved: boolean };

/** The first limit that the call would pass: the length of the input first, since waiting cannot mend that. */
function findViolation(rules: RuleSet, usage: UsageView, ask: TokenRequest): RefusalCause | null {
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

const capacityCause = (verdict: CapacityVerdict, limit: number, used: Amount): RefusalCause | null =>
  verdict === 'fits' ? null : { kind: 'capacity', limit, used, reserved: verdict === 'reserved' };
