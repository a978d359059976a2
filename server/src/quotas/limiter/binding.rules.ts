import { consumerKey } from '../quota.rules.ts';
import type { Amount } from './amount.ts';
import type { Consumer } from './entry.ts';
import type { Plan, Policy, RuleSet } from './plan.rules.ts';
import { WINDOW_SECONDS } from './windows.rules.ts';

/** What holds for one caller: whose rules, counted for whom, and whose share of the capacity it may use. */
export interface Binding {
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
export function bindingOf(plan: Plan, consumer: Consumer, groupIds: readonly string[]): Binding {
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
