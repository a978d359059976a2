import { Problem } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import type { QuotaDefinition, QuotaPolicyValue, QuotaRuleValue } from '../quota.schema.ts';
import { decideLocally } from './decide.ts';
import type { Consumer, Permit } from './entry.ts';
import { Ledger, type TokenRequest } from './ledger.ts';
import { type Plan, planOf } from './plan.rules.ts';
import { countOnRedis } from './redis/redis-counting.ts';
import { UsageJournal } from './usage-journal.ts';

export const rule = (
  kind: QuotaRuleValue['rule'],
  limit: number | bigint,
  window: QuotaRuleValue['window'] = 'min',
): QuotaRuleValue => ({ rule: kind, limit: BigInt(limit), window });

export const policy = (
  consumerType: QuotaPolicyValue['consumerType'],
  consumerId: string,
  rules: QuotaRuleValue[] = [],
  reserved: number | null = null,
): QuotaPolicyValue => ({ consumerType, consumerId, rules, reserved });

export const aPlan = (definition: Partial<QuotaDefinition>, version = 1, quotaId: string = newId()): Plan =>
  planOf(
    { quotaId, organizationId: 'org', version },
    { defaultRules: [], policies: [], capacity: null, saturationThreshold: null, shadow: false, ...definition },
  );

/** A process that decides. Several of them share what they count, or there is only one. */
export interface TestNode {
  readonly ledger: Ledger;
  readonly journal: UsageJournal;
  enter(consumer: Consumer, ask?: TokenRequest): Permit | Promise<Permit>;
  renewLeases(): Promise<void>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

const NOTHING: TokenRequest = { input: 0, worstCase: 0 };

export function memoryNode(plan: Plan, nowMs: () => number): TestNode {
  const journal = new UsageJournal();
  const ledger = new Ledger(plan, journal);
  return {
    ledger,
    journal,
    enter: (consumer, ask = NOTHING) =>
      decideLocally(ledger, ledger.callerOf(consumer, consumer.groupIds ?? []), ask, nowMs()),
    renewLeases: async () => undefined,
    settled: async () => undefined,
    close: async () => undefined,
  };
}

export function redisNode(
  url: string,
  plan: Plan,
  nowMs: () => number,
  { whenAway = 'closed' as 'open' | 'closed', patienceMs = 60_000 } = {},
): TestNode {
  const journal = new UsageJournal();
  const ledger = new Ledger(plan, journal);
  const counting = countOnRedis({
    url,
    whenAway,
    patienceMs,
    log: createLogger('silent', 'test'),
    clock: () => String(nowMs()),
    decideHere: (ledger, caller, ask) => decideLocally(ledger, caller, ask, nowMs()),
  });
  return {
    ledger,
    journal,
    enter: (consumer, ask = NOTHING) =>
      counting.decide(ledger, ledger.callerOf(consumer, consumer.groupIds ?? []), ask),
    renewLeases: counting.renewLeases,
    settled: counting.settled,
    close: counting.close,
  };
}

/** The refusal in a word: rule, window, whether a reservation was the cause. Null: it was let in. */
export async function outcome(
  entering: () => Permit | Promise<Permit>,
): Promise<{ pass: Permit | null; refused: string | null }> {
  try {
    return { pass: await entering(), refused: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { rule: name, window, reserved } = error.extra;
    return { pass: null, refused: `${error.status} ${name} ${window ?? ''} ${reserved ? 'reserved' : ''}`.trim() };
  }
}
