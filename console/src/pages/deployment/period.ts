import type { Selection } from '../../api/monitoring.ts';

export const spans = [
  { days: 1, label: '24 hours' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
] as const;

export const USUAL_DAYS = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface PeriodSearch {
  readonly days?: number;
  readonly segment?: string;
  readonly value?: string;
}

type Wished = { readonly [Name in keyof PeriodSearch]?: PeriodSearch[Name] | undefined };

/** Up to the end of this hour: statistics are kept hour by hour. Several days begin at midnight, so that buckets are days. */
export function selectionOf({ days = USUAL_DAYS, segment, value }: Wished, now: Date): Selection {
  const end = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS;
  const start = days === 1 ? end - DAY_MS : Math.floor(end / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    ...(segment && value ? { segmentAttribute: segment, segmentValue: value } : {}),
  };
}
