import type {
  ConsumerType,
  Quota,
  QuotaCapacity,
  QuotaDefinition,
  QuotaPolicy,
  QuotaRule,
  QuotaWindow,
  RuleName,
} from '../../../api/quotas.ts';

/** A rule as it is typed: the limit is text, so that no digit is ever lost. */
export interface RuleDraft {
  readonly rule: RuleName;
  readonly window: QuotaWindow;
  readonly limit: string;
}

export interface PolicyDraft {
  readonly consumerType: ConsumerType;
  readonly consumerId: string;
  readonly consumerName: string | null;
  /** Percent of the capacity; empty for none. */
  readonly reserved: string;
  readonly rules: readonly RuleDraft[];
}

export interface QuotaDraft {
  readonly rules: readonly RuleDraft[];
  readonly policies: readonly PolicyDraft[];
  /** A minute; empty for none. */
  readonly capacity: string;
  readonly units: QuotaCapacity['units'];
  /** Percent of the capacity; empty for none. */
  readonly threshold: string;
  readonly shadow: boolean;
}

export const EMPTY: QuotaDraft = {
  rules: [],
  policies: [],
  capacity: '',
  units: 'requests',
  threshold: '',
  shadow: false,
};

const percentText = (value: number | null): string => (value === null ? '' : String(Number((value * 100).toFixed(6))));

export const ruleDraft = ({ rule, window, limit }: QuotaRule): RuleDraft => ({ rule, window, limit: String(limit) });

const policyDraft = ({ reserved, rules, ...consumer }: QuotaPolicy): PolicyDraft => ({
  ...consumer,
  reserved: percentText(reserved),
  rules: rules.map(ruleDraft),
});

export function draftOf(quota: Quota | undefined): QuotaDraft {
  if (quota === undefined) return EMPTY;
  return {
    rules: quota.defaultRules.map(ruleDraft),
    policies: quota.policies.map(policyDraft),
    capacity: quota.capacity ? String(quota.capacity.capacity) : '',
    units: quota.capacity?.units ?? 'requests',
    threshold: percentText(quota.saturationThreshold),
    shadow: quota.shadow,
  };
}

const WHOLE = /^\d{1,19}$/;
const LARGEST = 9_223_372_036_854_775_999n;

/** What is wrong with a typed limit; undefined when nothing is. */
export function limitProblem(text: string): string | undefined {
  const digits = text.trim();
  if (!WHOLE.test(digits)) return 'A whole number from 1 on';
  const value = BigInt(digits);
  return value < 1n || value > LARGEST ? `From 1 to ${LARGEST}` : undefined;
}

/** Empty is no share at all. */
export function percentProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return value >= 0 && value <= 100 ? undefined : 'From 0 to 100';
}

export const rulesAreRight = (rules: readonly RuleDraft[]): boolean =>
  rules.every(({ limit }) => limitProblem(limit) === undefined);

const share = (text: string): number | null => (text.trim() === '' ? null : Number(text) / 100);

const ruleOf = ({ rule, window, limit }: RuleDraft): QuotaRule => ({ rule, window, limit: BigInt(limit.trim()) });

/** What is sent; undefined while something typed is wrong. */
export function definitionOf(draft: QuotaDraft): QuotaDefinition | undefined {
  const percents = [draft.threshold, ...draft.policies.map(({ reserved }) => reserved)];
  if (percents.some((text) => percentProblem(text) !== undefined)) return undefined;
  if (![draft, ...draft.policies].every(({ rules }) => rulesAreRight(rules))) return undefined;
  if (draft.capacity.trim() !== '' && limitProblem(draft.capacity) !== undefined) return undefined;
  return {
    defaultRules: draft.rules.map(ruleOf),
    policies: draft.policies.map(({ reserved, rules, ...consumer }) => ({
      ...consumer,
      reserved: share(reserved),
      rules: rules.map(ruleOf),
    })),
    capacity: draft.capacity.trim() === '' ? null : { capacity: Number(draft.capacity), units: draft.units },
    saturationThreshold: share(draft.threshold),
    shadow: draft.shadow,
  };
}

/** A consumer has one policy at most. */
export const policyKey = ({ consumerType, consumerId }: PolicyDraft): string => `${consumerType} ${consumerId}`;

export const withoutPolicy = (policies: readonly PolicyDraft[], key: string): readonly PolicyDraft[] =>
  policies.filter((policy) => policyKey(policy) !== key);

/** In the place of the one it replaces; a new one comes first, where it is seen. */
export const withPolicy = (
  policies: readonly PolicyDraft[],
  policy: PolicyDraft,
  replaced: string | undefined,
): readonly PolicyDraft[] =>
  replaced === undefined
    ? [policy, ...policies]
    : policies.map((before) => (policyKey(before) === replaced ? policy : before));
