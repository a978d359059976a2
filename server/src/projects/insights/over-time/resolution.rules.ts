import type { TimeUnit } from '@almanac/engine';

export const RESOLUTIONS = [
  'milliseconds',
  'seconds',
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'quarters',
  'years',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

const FIXED: Partial<Record<Resolution, number>> = {
  milliseconds: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 7 * 86_400_000,
};
/** 1970-01-05 was the first Monday. */
const MONDAY = 4 * 86_400_000;
const MONTHS: Partial<Record<Resolution, number>> = { months: 1, quarters: 3, years: 12 };

/** The start of the stretch a moment lies in: Mondays for weeks, first days for months. */
export function floorTo(time: number, resolution: Resolution): number {
  const length = FIXED[resolution];
  if (length !== undefined) {
    const shift = resolution === 'weeks' ? MONDAY : 0;
    return Math.floor((time - shift) / length) * length + shift;
  }
  const date = new Date(time);
  const months = MONTHS[resolution] ?? 1;
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
}

export function nextOf(start: number, resolution: Resolution): number {
  const length = FIXED[resolution];
  if (length !== undefined) return start + length;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (MONTHS[resolution] ?? 1), 1);
}

/** Those at which a series with this step has anything to show. Rows without a step may be asked for by hours up. */
export function resolutionsFor(unit: TimeUnit | undefined): Resolution[] {
  const names: Partial<Record<TimeUnit, Resolution>> = {
    MILLISECOND: 'milliseconds',
    SECOND: 'seconds',
    MINUTE: 'minutes',
    HOUR: 'hours',
    DAY: 'days',
    WEEK: 'weeks',
    MONTH: 'months',
    QUARTER: 'quarters',
    YEAR: 'years',
  };
  const finest = unit === undefined ? 'hours' : (names[unit] ?? 'milliseconds');
  return RESOLUTIONS.slice(RESOLUTIONS.indexOf(finest));
}

export function countBins(from: number, to: number, resolution: Resolution, most: number): number {
  let count = 0;
  for (let start = floorTo(from, resolution); start < to && count <= most; start = nextOf(start, resolution)) count++;
  return count;
}

/** The finest that needs no more bins than may be shown. */
export const finestFor = (from: number, to: number, choices: readonly Resolution[], most: number): Resolution =>
  choices.find((choice) => countBins(from, to, choice, most) <= most) ?? choices.at(-1) ?? 'years';
