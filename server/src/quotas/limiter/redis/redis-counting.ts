import { Problem } from '#platform/http/problem.ts';
import { inBackground } from '#platform/in-background.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Amount, UsageView } from '../counters.ts';
import { conclude } from '../decide.ts';
import type { Permit } from '../entry.ts';
import type { Caller, IssuedPermit, Ledger, RefusalCause, Settlement, TokenRequest } from '../ledger.ts';
import { connectRedis } from './connect.ts';
import { RENEW_MS, RedisCounters, StalePlan, type Taken } from './redis-counters.ts';

interface Options {
  readonly url: string;
  readonly whenAway: 'open' | 'closed';
  readonly log: Logger;
  /** Redis that does not answer for this long is away. */
  readonly patienceMs?: number;
  /** Empty text: Redis tells the time. */
  clock(): string;
  /** By the count of this process alone. */
  decideHere(ledger: Ledger, caller: Caller, ask: TokenRequest): Permit;
}

const PATIENCE_MS = 1_000;
/** What is away is tried again after a pause, not by every request. */
const PAUSE_MS = 1_000;

interface RedisCounting {
  decide(ledger: Ledger, caller: Caller, ask: TokenRequest): Promise<Permit>;
  /** What is used now; what was seen last while Redis is away. */
  peek(caller: Caller): Promise<UsageView>;
  renewLeases(): Promise<void>;
  /** Returns when Redis knows of every call that has ended so far. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function countOnRedis(options: Options): RedisCounting {
  const redis = connectRedis(options.url, options.log);
  const redisCounters = new RedisCounters(redis, options.clock);
  const settlements = new WeakMap<Ledger, Settlement>();
  const ending = new Set<Promise<unknown>>();
  const patience = new ResponseTimeout(options.patienceMs ?? PATIENCE_MS);
  let tryAgainAt = 0;
  let started = false;
  inBackground(options.log, 'connecting to Redis', async () => {
    await redis.started;
    started = true;
  });

  const settlementOf = (ledger: Ledger): Settlement => {
    const known = settlements.get(ledger);
    if (known !== undefined) return known;
    const settlement = {
      ended(permit: IssuedPermit, tokens: Amount) {
        ledger.noteActual(permit, tokens);
        const told: Promise<unknown> = redisCounters
          .ended(ledger, permit, tokens)
          .catch(() => undefined)
          .finally(() => ending.delete(told));
        ending.add(told);
      },
    };
    settlements.set(ledger, settlement);
    return settlement;
  };

  function withoutRedis(ledger: Ledger, caller: Caller, ask: TokenRequest): Permit {
    if (options.whenAway === 'open') return options.decideHere(ledger, caller, ask);
    throw new Problem(
      503,
      'quotas.counters_away',
      'The counters of this quota cannot be reached, and without them nobody is let in. Try again in a few seconds.',
      { headers: { 'retry-after': '2' } },
    );
  }

  function failed(error: unknown, ledger: Ledger, caller: Caller, ask: TokenRequest): Permit {
    if (error instanceof StalePlan) throw error;
    tryAgainAt = performance.now() + PAUSE_MS;
    options.log.warn({ err: error }, 'Redis did not count a call');
    return withoutRedis(ledger, caller, ask);
  }

  function counted(ledger: Ledger, caller: Caller, ask: TokenRequest, taken: Taken): Permit {
    const { longestInput } = caller.effective.rules;
    const tooLong = longestInput !== null && ask.input > longestInput;
    const cause: RefusalCause | null = tooLong ? { kind: 'input', limit: longestInput, used: ask.input } : taken.cause;
    caller.counters.mirror(taken.minute, taken.usage);
    const decision = cause === taken.cause ? taken : { ...taken, cause };
    return conclude(ledger, caller, ask, decision, settlementOf(ledger));
  }

  /** In as few steps as can be: each turn of a promise costs a good part of what a decision costs. */
  function decide(ledger: Ledger, caller: Caller, ask: TokenRequest): Promise<Permit> {
    if (!started) return redis.started.then(() => decide(ledger, caller, ask));
    const { longestInput } = caller.effective.rules;
    const tooLong = longestInput !== null && ask.input > longestInput;
    if (tooLong && !caller.plan.shadow) return Promise.resolve().then(() => options.decideHere(ledger, caller, ask));
    if (performance.now() < tryAgainAt) return Promise.resolve().then(() => withoutRedis(ledger, caller, ask));
    return patience.with(redisCounters.take(ledger, caller, ask)).then(
      (taken) => counted(ledger, caller, ask, taken),
      (error) => failed(error, ledger, caller, ask),
    );
  }

  const settled = async () => {
    await Promise.all(ending);
  };
  const renew = () => {
    redisCounters.renew().catch(() => undefined);
  };
  const timer = setInterval(renew, RENEW_MS).unref();
  return {
    decide,
    peek: (caller) => redisCounters.peek(caller).catch(() => caller.counters),
    renewLeases: () => redisCounters.renew(),
    settled,
    async close() {
      clearInterval(timer);
      patience.close();
      await settled();
      await redis.close();
    },
  };
}

interface Waiting {
  readonly since: number;
  reject(error: Error): void;
}

const LOOKS = 4;

/** Gives up on answers that do not come. One clock for all who wait: a timer for each would cost more than the wait. */
class ResponseTimeout {
  readonly #ms: number;
  readonly #waiting = new Set<Waiting>();
  readonly #clock: NodeJS.Timeout;

  constructor(ms: number) {
    this.#ms = ms;
    this.#clock = setInterval(() => this.#look(), ms / LOOKS).unref();
  }

  with<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { since: performance.now(), reject };
      this.#waiting.add(waiting);
      answer.then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  close(): void {
    clearInterval(this.#clock);
  }

  /** In the order they came: behind the first that may wait longer, all may. */
  #look(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#ms) return;
      this.#waiting.delete(waiting);
      waiting.reject(new Error(`no answer within ${this.#ms} ms`));
    }
  }
}
