import { consumerKey, ruleTarget } from '../quota.rules.ts';
import type { QuotaDefinition, QuotaPolicyValue, QuotaRuleValue } from '../quota.schema.ts';
import { type Amount, amount, WINDOW_SECONDS, windowIndex } from './counters.ts';
import type { Consumer } from './entry.ts';

/** One limit on what is counted in windows. */
export interface CountedRule {
  readonly rule: 'requests' | 'token';
  readonly place: 0 | 1 | 2;
  readonly limit: Amount;
}

export interface RuleSet {
  readonly counted: readonly CountedRule[];
  readonly concurrent: Amount | null;
  readonly longestInput: Amount | null;
}

interface Policy {
  readonly key: string;
  /** Null when its list of rules is empty: it says nothing about rates, so the default rules hold. */
  readonly rules: RuleSet | null;
  /** Of the capacity, in its units; 0 without a reservation or while reservations are off. */
  readonly share: number;
}

export interface Capacity {
  readonly units: 'requests' | 'token';
  readonly total: number;
  /** Amount above which reservations are kept; null: never. */
  readonly threshold: number | null;
}

/** A quota made ready for decisions: everything that can be worked out before a request comes. */
export interface Plan {
  readonly quotaId: string;
  readonly organizationId: string;
  readonly version: number;
  readonly shadow: boolean;
  readonly defaults: RuleSet;
  readonly deployments: ReadonlyMap<string, Policy>;
  readonly users: ReadonlyMap<string, Policy>;
  readonly groups: ReadonlyMap<string, Policy>;
  readonly capacity: Capacity | null;
  /** Whether any of it limits tokens or the length of an input: callers then say how many before they are let in. */
  readonly countsTokens: boolean;
  /** Consumer -> share, only those that have one. */
  readonly shares: ReadonlyMap<string, number>;
}

export function planOf(
  identity: Pick<Plan, 'quotaId' | 'organizationId' | 'version'>,
  definition: QuotaDefinition,
): Plan {
  const { capacity: raw, saturationThreshold: threshold } = definition;
  const capacity: Capacity | null = raw && {
    units: raw.units,
    total: raw.capacity,
    threshold: threshold === null ? null : portionOf(threshold, raw.capacity),
  };
  const reserving = capacity !== null && capacity.threshold !== null;
  const policies = definition.policies.map((policy) => ({
    type: policy.consumerType,
    id: policy.consumerId,
    policy: policyOf(policy, reserving ? capacity.total : 0),
  }));
  const of = (type: QuotaPolicyValue['consumerType']) =>
    new Map(policies.filter((one) => one.type === type).map(({ id, policy }) => [id, policy]));
  const lists = [definition.defaultRules, ...definition.policies.map(({ rules }) => rules)];
  return {
    ...identity,
    countsTokens:
      capacity?.units === 'token' ||
      lists.some((rules) => rules.some(({ rule }) => rule === 'token' || rule === 'inputSequenceLength')),
    shadow: definition.shadow,
    defaults: ruleSet(definition.defaultRules),
    deployments: of('deployment'),
    users: of('user'),
    groups: of('usergroup'),
    capacity,
    shares: new Map(policies.filter(({ policy }) => policy.share > 0).map(({ policy }) => [policy.key, policy.share])),
  };
}

const policyOf = (policy: QuotaPolicyValue, capacity: number): Policy => ({
  key: consumerKey(policy.consumerType, policy.consumerId),
  rules: policy.rules.length === 0 ? null : ruleSet(policy.rules),
  share: portionOf(policy.reserved ?? 0, capacity),
});

function ruleSet(rules: readonly QuotaRuleValue[]): RuleSet {
  const strictest = strictestRules(rules);
  const limitOf = (kind: QuotaRuleValue['rule']) => {
    const found = strictest.find(({ rule }) => rule === kind);
    return found === undefined ? null : amount(found.limit);
  };
  return {
    counted: strictest.flatMap(({ rule, window, limit }) =>
      rule === 'requests' || rule === 'token' ? [{ rule, place: windowIndex(window), limit: amount(limit) }] : [],
    ),
    concurrent: limitOf('concurrentRequests'),
    longestInput: limitOf('inputSequenceLength'),
  };
}

/** Of several rules on the same thing the lowest limit holds, at the place of the first of them. */
function strictestRules(rules: readonly QuotaRuleValue[]): readonly QuotaRuleValue[] {
  const found = new Map<string, QuotaRuleValue>();
  for (const rule of rules) {
    const before = found.get(ruleTarget(rule));
    if (before === undefined || rule.limit < before.limit) found.set(ruleTarget(rule), rule);
  }
  return [...found.values()];
}

/** What holds for one caller: whose rules, counted for whom, and whose share of the capacity it may use. */
export interface EffectivePolicy {
  readonly rules: RuleSet;
  /** The consumer the rules are counted for: the holder of the policy, or the caller itself under default rules. */
  readonly holder: string;
  readonly shareHolder: string | null;
}

/**
 * The most specific word counts: the calling deployment's, then the user's, then that of the most generous of the
 * user's groups, else the default rules. Rules and reservations are looked for separately, since a policy may have only
 * one of the two.
 */
export function effectivePolicyOf(plan: Plan, consumer: Consumer, groupIds: readonly string[]): EffectivePolicy {
  const { userId, deploymentId } = consumer;
  const policies = [
    deploymentId === undefined ? undefined : plan.deployments.get(deploymentId),
    plan.users.get(userId),
  ].filter((policy) => policy !== undefined);
  const groups = groupIds.map((id) => plan.groups.get(id)).filter((policy) => policy !== undefined);
  const ruling = policies.find(({ rules }) => rules !== null) ?? mostGenerous(groups);
  const sharing =
    policies.find(({ share }) => share > 0) ??
    groups.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share || compare(a.key, b.key))[0];
  const self = deploymentId === undefined ? consumerKey('user', userId) : consumerKey('deployment', deploymentId);
  return {
    rules: ruling?.rules ?? plan.defaults,
    holder: ruling?.key ?? self,
    shareHolder: sharing?.key ?? null,
  };
}

/** Requests first, then tokens, calls at once and length of input; the tightest limit of each kind, none is best. */
function mostGenerous(groups: readonly Policy[]): Policy | undefined {
  const ranked = groups
    .filter(({ rules }) => rules !== null)
    .map((policy) => ({ policy, worth: generosity(policy.rules as RuleSet) }));
  ranked.sort((a, b) => {
    for (const [index, worth] of b.worth.entries()) {
      const other = a.worth[index] as number;
      if (worth !== other) return worth > other ? 1 : -1;
    }
    return compare(a.policy.key, b.policy.key);
  });
  return ranked[0]?.policy;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function generosity(rules: RuleSet): readonly number[] {
  const perSecond = (kind: 'requests' | 'token') =>
    Math.min(
      ...rules.counted
        .filter(({ rule }) => rule === kind)
        .map((rule) => Number(rule.limit) / WINDOW_SECONDS[rule.place]),
    );
  const orNone = (limit: Amount | null) => (limit === null ? Number.POSITIVE_INFINITY : Number(limit));
  return [perSecond('requests'), perSecond('token'), orNone(rules.concurrent), orNone(rules.longestInput)];
}

/** Products like 0.29 x 100 fall a little short of the whole number that was meant. */
const ROUNDING = 1e-9;

/** A share of a whole, in whole units, rounded down: shares together never pass the whole. */
export const portionOf = (share: number, whole: number): number => Math.floor(share * whole + ROUNDING);
