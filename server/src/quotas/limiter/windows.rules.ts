import type { WINDOWS } from '../quota.schema.ts';

export type WindowName = (typeof WINDOWS)[number];

/** Places in the arrays of counters. */
export const MIN = 0;
export const HOUR = 1;
export const DAY = 2;

export const WINDOW_NAMES = ['min', 'hour', 'day'] as const;
export const WINDOW_SECONDS = [60, 3600, 86_400] as const;

export const placeOf = (name: WindowName): 0 | 1 | 2 => (name === 'min' ? MIN : name === 'hour' ? HOUR : DAY);

/** UTC has no leap seconds in POSIX time: hours and days are whole numbers of minutes since 1970. */
export const minuteOf = (ms: number): number => Math.floor(ms / 60_000);

/** The number of the window that a minute lies in. */
export const windowAt = (place: 0 | 1 | 2, minute: number): number =>
  place === MIN ? minute : Math.floor(minute / (place === HOUR ? 60 : 1440));

/** When the window that contains this moment ends. */
export function endOfWindow(place: 0 | 1 | 2, ms: number): number {
  const length = WINDOW_SECONDS[place] * 1000;
  return ms - (ms % length) + length;
}

/** Whole seconds until then; at least one. */
export const secondsLeft = (place: 0 | 1 | 2, ms: number): number =>
  Math.max(1, Math.ceil((endOfWindow(place, ms) - ms) / 1000));
