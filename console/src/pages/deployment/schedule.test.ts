import { expect, test } from 'vitest';
import { schedules, scheduleText } from './schedule.ts';

test('schedules are read by name where they have one, else as cron writes them', () => {
  expect(schedules.map(({ schedule }) => scheduleText(schedule))).toEqual(schedules.map(({ label }) => label));
  const own = { minute: [30], hour: [6, 18], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };
  expect(scheduleText(own)).toBe('30 6,18 * * *');
});
