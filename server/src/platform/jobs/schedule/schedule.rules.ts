import { z } from 'zod';

const FIELDS = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
const piece = z
  .array(z.union([z.int(), z.string().min(1).max(20)]))
  .min(1)
  .max(100);

/** When something runs, as callers write it; kept and answered as it was written. */
export const Schedule = z
  .strictObject({ minute: piece, hour: piece, dayOfMonth: piece, month: piece, dayOfWeek: piece })
  .superRefine((schedule, context) => {
    for (const field of FIELDS) {
      const message = wrongPiece(field, schedule[field]);
      if (message !== null) context.addIssue({ code: 'custom', path: [field], message });
    }
  });

type Field = (typeof FIELDS)[number];
type SchedulePiece = readonly (number | string)[];

/** Numbers, `*`, or names of months and days, where Sunday is 0; all in UTC. */
export type RunSchedule = Readonly<Record<Field, SchedulePiece>>;

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const BOUNDS: Readonly<Record<Field, { readonly least: number; readonly most: number; readonly names: string[] }>> = {
  minute: { least: 0, most: 59, names: [] },
  hour: { least: 0, most: 23, names: [] },
  dayOfMonth: { least: 1, most: 31, names: [] },
  month: { least: 1, most: 12, names: MONTHS },
  dayOfWeek: { least: 0, most: 6, names: DAYS },
};
const DAY_MS = 24 * 3600 * 1000;
/** February 29 may be eight years away, over a century that has none. */
const LONGEST_SEARCH_DAYS = 8 * 366;

function numberOf(field: Field, value: number | string): number | null {
  const { least, most, names } = BOUNDS[field];
  if (typeof value === 'string' && !/^\d+$/.test(value)) {
    const word = value.toLowerCase();
    const index = names.findIndex((name) => word === name || word === name.slice(0, 3));
    return index < 0 ? null : index + least;
  }
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

/** What is wrong with the values of one field; null when nothing is. */
export function wrongPiece(field: Field, values: SchedulePiece): string | null {
  const { least, most, names } = BOUNDS[field];
  const named = names.length === 0 ? '' : `, names like "${names[0]}" or "${names[0]?.slice(0, 3)}"`;
  const wrong = values.find((value) => value !== '*' && numberOf(field, value) === null);
  if (wrong === undefined) return null;
  return `${JSON.stringify(wrong)} is not among ${least} to ${most}${named}, or "*"`;
}

function sortField(field: Field, values: SchedulePiece): readonly number[] {
  const { least, most } = BOUNDS[field];
  if (values.includes('*')) return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const numbers = values.flatMap((value) => numberOf(field, value) ?? []);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Days of the month and of the week add up: with both given, either is enough. */
function dayTest(schedule: RunSchedule): (day: Date) => boolean {
  const dates = new Set(sortField('dayOfMonth', schedule.dayOfMonth));
  const weekdays = new Set(sortField('dayOfWeek', schedule.dayOfWeek));
  const byDate = (day: Date) => dates.has(day.getUTCDate());
  const byWeekday = (day: Date) => weekdays.has(day.getUTCDay());
  if (schedule.dayOfMonth.includes('*')) return byWeekday;
  return schedule.dayOfWeek.includes('*') ? byDate : (day) => byDate(day) || byWeekday(day);
}

/** The first run after a moment; null when the schedule names no day that exists (February 30). */
export function nextRun(schedule: RunSchedule, after: Date): Date | null {
  const minutes = sortField('minute', schedule.minute);
  const months = new Set(sortField('month', schedule.month));
  const runsOn = dayTest(schedule);
  const times = sortField('hour', schedule.hour).flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  const midnight = Math.floor(after.getTime() / DAY_MS) * DAY_MS;
  for (let days = 0; days <= LONGEST_SEARCH_DAYS; days++) {
    const day = new Date(midnight + days * DAY_MS);
    if (!months.has(day.getUTCMonth() + 1) || !runsOn(day)) continue;
    const run = times.map((time) => day.getTime() + time * 60_000).find((time) => time > after.getTime());
    if (run !== undefined) return new Date(run);
  }
  return null;
}
