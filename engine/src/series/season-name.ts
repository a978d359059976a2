import type { TimeGrid, TimeUnit } from './time-unit.ts';

/** Well-known cycles, by the units they are counted in. */
const CYCLES: Partial<Record<TimeUnit, Readonly<Record<number, string>>>> = {
  SECOND: { 60: 'every minute', 3600: 'hourly', 86400: 'daily' },
  MINUTE: { 60: 'hourly', 1440: 'daily', 10080: 'weekly' },
  HOUR: { 24: 'daily', 168: 'weekly', 8760: 'yearly', 8766: 'yearly' },
  DAY: { 7: 'weekly', 30: 'monthly', 365: 'yearly', 366: 'yearly' },
  WEEK: { 52: 'yearly', 53: 'yearly' },
  MONTH: { 3: 'quarterly', 6: 'half-yearly', 12: 'yearly' },
  QUARTER: { 2: 'half-yearly', 4: 'yearly' },
};

/** A season of so many steps in words: `Season (yearly)` for 12 months, `Season (10 days)` where there is no word. */
export function seasonName({ unit, step }: TimeGrid, period: number): string {
  const length = period * step;
  return `Season (${CYCLES[unit]?.[length] ?? `${length} ${unit.toLowerCase()}s`})`;
}
