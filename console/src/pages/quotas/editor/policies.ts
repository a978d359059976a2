import type { PolicyDraft } from './draft.ts';

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
