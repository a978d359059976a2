import type { z } from 'zod';
import { type FieldErrors, invalidFields } from '#platform/http/problem.ts';
import type { QuotaDefinition, QuotaPolicyValue, QuotaRuleValue, QuotaUpdate } from './quota.schema.ts';

/** Sums of shares written with a few decimals (0.1 + 0.2 + 0.7) may pass 1 by their rounding alone. */
const ROUNDING = 1e-9;

/** What the tables of fields cannot say: contradictions inside one quota, each with its place. */
export function contradictions(quota: Partial<QuotaDefinition>): FieldErrors {
  const wrong: Record<string, string> = {};
  repeatedRules(quota.defaultRules ?? [], 'defaultRules', wrong);
  const seen = new Map<string, number>();
  (quota.policies ?? []).forEach((policy, index) => {
    repeatedRules(policy.rules, `policies.${index}.rules`, wrong);
    const key = consumerKey(policy.consumerType, policy.consumerId);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else {
      wrong[`policies.${index}.consumerId`] =
        `The ${policy.consumerType} ${policy.consumerId} has policy ${first} already. Put all its rules into one policy`;
    }
  });
  const reserved = sumReserved(quota.policies ?? []);
  if (reserved > 1 + ROUNDING) {
    wrong.policies = `The reserved shares of all policies add up to ${Number(reserved.toFixed(6))}. They can be 1 at most`;
  }
  return wrong;
}

const sumReserved = (policies: readonly QuotaPolicyValue[]): number =>
  policies.reduce((sum, { reserved }) => sum + (reserved ?? 0), 0);

export const consumerKey = (type: string, id: string): string => `${type} ${id}`;

/** Several rules on one thing are fine: the strictest holds. A rule that repeats another word for word is a slip. */
function repeatedRules(rules: readonly QuotaRuleValue[], place: string, wrong: Record<string, string>): void {
  const seen = new Map<string, number>();
  rules.forEach((rule, index) => {
    const key = `${ruleTarget(rule)} to ${rule.limit}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else wrong[`${place}.${index}`] = `Rule ${first} of this list limits ${key} already. Remove one of the two`;
  });
}

/** What a rule limits: a window means nothing to requests at once and to the length of one input. */
export const ruleTarget = ({ rule, window }: Pick<QuotaRuleValue, 'rule' | 'window'>): string =>
  rule === 'concurrentRequests' || rule === 'inputSequenceLength' ? rule : `${rule} per ${window}`;

/** What is absent stays; null takes the threshold or the capacity away. Refused when the result contradicts itself. */
export function applyUpdate(before: QuotaDefinition, change: z.output<typeof QuotaUpdate>): QuotaDefinition {
  const { defaultRules, policies, shadow, capacity, saturationThreshold } = change;
  const definition: QuotaDefinition = {
    defaultRules: defaultRules ?? before.defaultRules,
    policies: policies ?? before.policies,
    shadow: shadow ?? before.shadow,
    capacity: capacity === undefined ? before.capacity : capacity,
    saturationThreshold: saturationThreshold === undefined ? before.saturationThreshold : saturationThreshold,
  };
  requireConsistent(definition);
  return definition;
}

export function requireConsistent(definition: QuotaDefinition): void {
  const wrong = contradictions(definition);
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
}
