import { consumerKey, ruleTarget } from '../quota.rules.ts';
import type { QuotaDefinition, QuotaPolicyValue, QuotaRuleValue } from '../quota.schema.ts';
import { type Amount, amount } from './amount.ts';
import { portionOf } from './capacity.rules.ts';
import { placeOf } from './windows.rules.ts';

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

export interface Policy {
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
      rule === 'requests' || rule === 'token' ? [{ rule, place: placeOf(window), limit: amount(limit) }] : [],
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
