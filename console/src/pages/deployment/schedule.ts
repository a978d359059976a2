import type { Schedule } from '../../api/challengers.ts';

const EACH = ['*'] as const;
const at = (minute: Schedule['minute'], hour: Schedule['hour'], dayOfWeek: Schedule['dayOfWeek'] = EACH): Schedule => ({
  minute,
  hour,
  dayOfMonth: EACH,
  month: EACH,
  dayOfWeek,
});

/** The schedules people choose; any other is set through the API and shown as it is. */
export const schedules = [
  { value: 'hourly', label: 'every hour', schedule: at([0], EACH) },
  { value: 'daily', label: 'every day at 03:00 UTC', schedule: at([0], [3]) },
  { value: 'weekly', label: 'every Monday at 03:00 UTC', schedule: at([0], [3], [1]) },
] as const;

const FIELDS = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

/** The name of a schedule, or its fields in the order of cron. */
export function scheduleText(schedule: Schedule): string {
  const written = (one: Schedule) => FIELDS.map((field) => one[field].join(',')).join(' ');
  const known = schedules.find((one) => written(one.schedule) === written(schedule));
  return known?.label ?? written(schedule);
}
