import type { PolicyDraft, QuotaDraft } from './draft.ts';

export interface Share {
  readonly name: string;
  /** Percent of the capacity. */
  readonly percent: number;
}

export interface Shares {
  /** The largest one by one, the rest together. */
  readonly shown: readonly Share[];
  readonly sum: number;
  /** Threshold plus shares, in percent. */
  readonly booked: number;
}

const MOST_SHOWN = 12;

const nameOf = ({ consumerName, consumerId }: PolicyDraft): string => consumerName || consumerId;
const percentOf = (text: string): number => (Number.isFinite(Number(text)) ? Number(text) : 0);
/** Sums of tenths are no tenths in binary: what is shown and compared is rounded. */
const round = (value: number): number => Number(value.toFixed(6));

export function sharesOf({ policies, threshold }: Pick<QuotaDraft, 'policies' | 'threshold'>): Shares {
  const all = policies
    .map((policy) => ({ name: nameOf(policy), percent: percentOf(policy.reserved) }))
    .filter(({ percent }) => percent > 0)
    .sort((a, b) => b.percent - a.percent);
  const sum = round(all.reduce((total, { percent }) => total + percent, 0));
  const rest = all.slice(MOST_SHOWN);
  const others = round(rest.reduce((total, { percent }) => total + percent, 0));
  const shown =
    rest.length > 0 ? [...all.slice(0, MOST_SHOWN), { name: `${rest.length} others`, percent: others }] : all;
  return { shown, sum, booked: round(sum + percentOf(threshold)) };
}

/** What to say about the sums; undefined when they are fine. */
export function sharesWarning({ sum, booked }: Shares, threshold: string): string | undefined {
  if (sum > 100) return `Reserved shares come to ${sum} %. More than 100 % cannot be kept, and is refused.`;
  if (threshold.trim() === '' && sum > 0)
    return 'Without a threshold reservations are off. Set one to put them in force.';
  if (booked > 100) {
    return `Threshold and shares come to ${booked} %. Others may then use what is reserved before it is kept, and a minute may pass its capacity.`;
  }
  return undefined;
}
