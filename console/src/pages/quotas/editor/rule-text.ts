import type { QuotaRule, QuotaWindow, RuleName } from '../../../api/quotas.ts';
import type { RuleDraft } from './draft.ts';

export const ruleNames = [
  { value: 'requests', label: 'requests' },
  { value: 'token', label: 'tokens' },
  { value: 'concurrentRequests', label: 'requests at once' },
  { value: 'inputSequenceLength', label: 'tokens of one input' },
] as const;

export const windowNames = [
  { value: 'min', label: 'a minute' },
  { value: 'hour', label: 'an hour' },
  { value: 'day', label: 'a day' },
] as const;

/** A window means nothing to calls at one moment, nor to the length of one input. */
export const hasWindow = (rule: RuleName): boolean => rule === 'requests' || rule === 'token';

export const ruleName = (rule: string): string => ruleNames.find(({ value }) => value === rule)?.label ?? rule;
export const windowName = (window: QuotaWindow): string =>
  windowNames.find(({ value }) => value === window)?.label ?? window;

/** What a token is, which depends on what is limited. */
export function tokensAre({
  resourceType,
  resourceId,
}: {
  readonly resourceType: string;
  readonly resourceId: string;
}) {
  if (resourceType === 'deployment')
    return 'A row of a prediction counts as one token; chats count tokens of text. Batch predictions share the limits.';
  if (resourceId === 'llmGateway') return 'Tokens are those of prompts and answers.';
  return 'Tokens are those of chat completions; other calls use none.';
}

/** Digits in groups of three, however many there are. */
const groupDigits = (digits: string): string => digits.trim().replace(/\B(?=(\d{3})+$)/g, ',');

/** `300 requests a minute` */
export function ruleText({ rule, window, limit }: QuotaRule | RuleDraft): string {
  const amount = `${groupDigits(String(limit))} ${ruleName(rule)}`;
  return hasWindow(rule) ? `${amount} ${windowName(window)}` : amount;
}
