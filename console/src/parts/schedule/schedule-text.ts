import type { Schedule } from '../../api/deployment-settings.ts';

export const EVERY = ['hour', 'day', 'week', 'month'] as const;
export type Every = (typeof EVERY)[number];

/** A schedule as people choose it: how often, and when. */
export interface Rhythm {
  readonly every: Every;
  /** `03:00`; of an hour only the minutes count. */
  readonly time: string;
  /** Sunday is 0. */
  readonly weekday: number;
  readonly day: number;
}

export const USUAL: Rhythm = { every: 'day', time: '03:00', weekday: 1, day: 1 };
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const EACH = ['*'] as const;
const FIELDS = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
const two = (value: number): string => String(value).padStart(2, '0');

export function scheduleOf({ every, time, weekday, day }: Rhythm): Schedule {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return {
    minute: [minute],
    hour: every === 'hour' ? EACH : [hour],
    dayOfMonth: every === 'month' ? [day] : EACH,
    month: EACH,
    dayOfWeek: every === 'week' ? [weekday] : EACH,
  };
}

const cron = (schedule: Schedule): string => FIELDS.map((field) => schedule[field].join(',')).join(' ');
/** The number of a field that holds one; undefined where it holds anything else. */
const only = (values: readonly (number | string)[]): number | undefined =>
  values.length === 1 && Number.isInteger(Number(values[0])) ? Number(values[0]) : undefined;

/** The rhythm of a schedule; undefined for one that people set through the API and that has none of these shapes. */
export function rhythmOf(schedule: Schedule): Rhythm | undefined {
  const time = `${two(only(schedule.hour) ?? 0)}:${two(only(schedule.minute) ?? 0)}`;
  const found = EVERY.map((every) => ({
    every,
    time,
    weekday: only(schedule.dayOfWeek) ?? USUAL.weekday,
    day: only(schedule.dayOfMonth) ?? USUAL.day,
  }));
  return found.find((rhythm) => cron(scheduleOf(rhythm)) === cron(schedule));
}

/** In words, or in the order of cron where there are none. */
export function scheduleText(schedule: Schedule): string {
  const rhythm = rhythmOf(schedule);
  if (rhythm === undefined) return cron(schedule);
  const { every, time, weekday, day } = rhythm;
  const texts: Readonly<Record<Every, string>> = {
    hour: time.endsWith(':00') ? 'every hour' : `every hour at minute ${Number(time.slice(3))}`,
    day: `every day at ${time} UTC`,
    week: `every ${weekdays[weekday]} at ${time} UTC`,
    month: `on day ${day} of every month at ${time} UTC`,
  };
  return texts[every];
}
