import { randomBytes } from 'node:crypto';
import { type Amount, amount, type UsageView } from '../counters.ts';
import type { Caller, IssuedPermit, Ledger, RefusalCause, TokenRequest } from '../ledger.ts';
import { type Redis, script } from './connect.ts';
import { ENTER, ENTER_PLAIN, PEEK, SETTLE, SYNC_SHARES } from './lua.ts';

/** Taken under one decision of all processes. */
export interface Taken {
  readonly admitted: boolean;
  readonly cause: RefusalCause | null;
  readonly minute: number;
  readonly nowMs: number;
  readonly usage: UsageView;
  readonly lease: string;
}

/** Another process has a newer plan than this one: read it again. */
export class StalePlan extends Error {}

const enterScript = script(ENTER);
const plainScript = script(ENTER_PLAIN);
const peekScript = script(PEEK);
const settleScript = script(SETTLE);
const tellShares = script(SYNC_SHARES);

const NO_VERDICT = {
  rule: 1,
  concurrent: 2,
  capacity: 3,
  reserved: 4,
  tooLarge: 7,
  tellShares: 8,
  oldPlan: 9,
} as const;

/** Sums of two such numbers are still exact. */
const SMALL = 1_000_000_000_000_000;

interface Prepared {
  readonly keys: readonly string[];
  /** Everything in the call that does not change from request to request. */
  readonly tail: readonly string[];
  /** The rules for the plain script; null when more than they must be looked at. */
  readonly plain: readonly string[] | null;
}

/** Counters that many processes share: one script, one round trip a decision. */
export class RedisCounters {
  readonly #redis: Redis;
  /** Empty: Redis tells the time, the same to all processes. Else that of a test. */
  readonly #clock: () => string;
  readonly #leases: Leases;
  readonly #prepared = new WeakMap<Caller, Prepared>();
  readonly #process = randomBytes(6).toString('hex');
  #calls = 0;

  constructor(redis: Redis, clock: () => string) {
    this.#redis = redis;
    this.#clock = clock;
    this.#leases = new Leases(redis, clock);
  }

  take(ledger: Ledger, caller: Caller, ask: TokenRequest): Promise<Taken> {
    const { keys, plain } = this.#prepare(caller);
    const small = typeof ask.worstCase === 'number' && ask.worstCase < SMALL;
    if (plain === null || !small) return this.#takeWhole(ledger, caller, ask);
    const args = [this.#clock(), String(ask.worstCase), caller.plan.shadow ? '1' : '0', ...plain];
    return this.#redis.run(plainScript, [keys[0] as string], args).then((answer) => {
      const reply = answer as (number | string)[];
      return reply[1] === NO_VERDICT.tooLarge ? this.#takeWhole(ledger, caller, ask) : this.#read(reply, caller, '');
    });
  }

  async #takeWhole(ledger: Ledger, caller: Caller, ask: TokenRequest): Promise<Taken> {
    const { keys, tail } = this.#prepare(caller);
    const leased = caller.effective.rules.concurrent !== null;
    const lease = leased ? `${this.#process}:${++this.#calls}` : '';
    const force = caller.plan.shadow ? '1' : '0';
    const args = [this.#clock(), lease, this.#leases.lengthMs, String(ask.worstCase), force, ...tail];
    const reply = (await this.#redis.run(enterScript, keys, args)) as (number | string)[];
    if (reply[1] === NO_VERDICT.oldPlan) throw new StalePlan();
    if (reply[1] === NO_VERDICT.tellShares) {
      await this.#tellShares(caller, keys);
      return this.take(ledger, caller, ask);
    }
    const taken = this.#read(reply, caller, lease);
    if (taken.admitted && leased) this.#leases.hold(keys[1] as string, lease);
    return taken;
  }

  async peek(caller: Caller): Promise<UsageView> {
    const reply = await this.#redis.run(peekScript, this.#prepare(caller).keys.slice(0, 2), [this.#clock()]);
    const [, r0 = 0, r1 = 0, r2 = 0, t0 = 0, t1 = 0, t2 = 0, inFlight = 0] = (reply as (number | string)[]).map(amount);
    return { requests: [r0, r1, r2].map(Number), tokens: [t0, t1, t2], inFlight: Number(inFlight) };
  }

  /** Nobody waits for it: what cannot be told stays charged at the worst case, and the place is freed by its lease. */
  ended(ledger: Ledger, { caller, minute, reserved, lease }: IssuedPermit, tokens: Amount): Promise<unknown> {
    const { keys } = this.#prepare(caller);
    if (lease !== '') this.#leases.drop(lease);
    if (lease === '' && tokens === reserved) return Promise.resolve();
    const { shareHolder } = caller.effective;
    const share = shareHolder === null ? 0 : (ledger.plan.shares.get(shareHolder) ?? 0);
    const byTokens = ledger.plan.capacity?.units === 'token' ? '1' : '0';
    const args = [minute, lease, reserved, tokens, byTokens, shareHolder ?? '', share].map(String);
    return this.#redis.run(settleScript, keys, args);
  }

  renew(): Promise<void> {
    return this.#leases.renew();
  }

  #prepare(caller: Caller): Prepared {
    const known = this.#prepared.get(caller);
    if (known !== undefined) return known;
    const { plan, effective } = caller;
    const { capacity } = plan;
    const tag = `almanac:{${plan.quotaId}}`;
    const share = effective.shareHolder === null ? 0 : (plan.shares.get(effective.shareHolder) ?? 0);
    const allShares = [...plan.shares.values()].reduce((sum, size) => sum + size, 0);
    const plain =
      effective.rules.concurrent === null &&
      capacity === null &&
      effective.rules.counted.every(({ limit }) => limit < SMALL)
        ? effective.rules.counted.flatMap(({ rule, place, limit }) => [
            String((rule === 'requests' ? 2 : 5) + place),
            String(limit),
          ])
        : null;
    const prepared = {
      plain,
      keys: [`${tag}:used:${effective.holder}`, `${tag}:leases:${effective.holder}`, `${tag}:capacity`, `${tag}:spent`],
      tail: [
        String(effective.rules.concurrent ?? ''),
        String(capacity?.total ?? ''),
        unitsOf(capacity?.units),
        String(capacity?.threshold ?? ''),
        String(plan.version),
        String(allShares),
        effective.shareHolder ?? '',
        String(share),
        ...effective.rules.counted.flatMap(({ rule, place, limit }) => [unitsOf(rule), String(place), String(limit)]),
      ],
    };
    this.#prepared.set(caller, prepared);
    return prepared;
  }

  async #tellShares({ plan }: Caller, keys: readonly string[]): Promise<void> {
    const sizes = [...plan.shares].flatMap(([holder, size]) => [holder, String(size)]);
    await this.#redis.run(tellShares, keys.slice(2), [String(plan.version), unitsOf(plan.capacity?.units), ...sizes]);
  }

  #read(reply: readonly (number | string)[], { effective, plan }: Caller, lease: string): Taken {
    const at = (index: number): Amount => amount(reply[index] ?? 0);
    const [admitted, why, which, minute] = reply;
    const usage = {
      requests: [Number(reply[4]), Number(reply[5]), Number(reply[6])],
      tokens: [at(7), at(8), at(9)],
      inFlight: Number(reply[10]),
    };
    const used = at(11);
    const nowMs = reply[12];
    const { rules } = effective;
    const limit = plan.capacity?.total ?? 0;
    let cause: RefusalCause | null = null;
    const rule = rules.counted[Number(which)];
    if (why === NO_VERDICT.rule && rule !== undefined) {
      // Forced calls are counted in the answer already.
      const now = (rule.rule === 'requests' ? usage.requests : usage.tokens)[rule.place] ?? 0;
      cause = { kind: 'counted', rule, used: now };
    } else if (why === NO_VERDICT.concurrent) {
      cause = { kind: 'concurrent', limit: rules.concurrent ?? 0, used: usage.inFlight };
    } else if (why === NO_VERDICT.capacity || why === NO_VERDICT.reserved) {
      cause = { kind: 'capacity', limit, used, reserved: why === NO_VERDICT.reserved };
    }
    return { admitted: admitted === 1, cause, minute: Number(minute), nowMs: Number(nowMs), usage, lease };
  }
}

const unitsOf = (units: 'requests' | 'token' | undefined): string => (units === 'token' ? 't' : 'r');

/** A process that died holds its places for this long; one that lives renews them three times in that span. */
const LEASE_MS = 30_000;
export const RENEW_MS = LEASE_MS / 3;

const renewScript = script(`
local nowMs
if ARGV[1] == '' then
  local t = redis.call('TIME')
  nowMs = t[1] * 1000 + math.floor(t[2] / 1000)
else nowMs = tonumber(ARGV[1]) end
for at = 3, #ARGV do redis.call('ZADD', KEYS[1], 'XX', nowMs + tonumber(ARGV[2]), ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]) * 2)
return 1
`);

/** The places among calls in flight that this process holds in Redis. */
class Leases {
  readonly lengthMs = String(LEASE_MS);
  readonly #redis: Redis;
  readonly #clock: () => string;
  readonly #keyOf = new Map<string, string>();

  constructor(redis: Redis, clock: () => string) {
    this.#redis = redis;
    this.#clock = clock;
  }

  hold(key: string, lease: string): void {
    this.#keyOf.set(lease, key);
  }

  drop(lease: string): void {
    this.#keyOf.delete(lease);
  }

  async renew(): Promise<void> {
    const byKey = new Map<string, string[]>();
    for (const [lease, key] of this.#keyOf) {
      const leases = byKey.get(key);
      if (leases) leases.push(lease);
      else byKey.set(key, [lease]);
    }
    await Promise.all(
      [...byKey].map(([key, leases]) => this.#redis.run(renewScript, [key], [this.#clock(), this.lengthMs, ...leases])),
    );
  }
}
