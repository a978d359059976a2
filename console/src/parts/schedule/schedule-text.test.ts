import { expect, test } from 'vitest';
import { EVERY, rhythmOf, scheduleOf, scheduleText, USUAL } from './schedule-text.ts';

test('a rhythm is found again in its schedule', () => {
  for (const every of EVERY) {
    const rhythm = { every, time: '04:30', weekday: 5, day: 12 };
    const found = rhythmOf(scheduleOf(rhythm));
    expect(found).toMatchObject({ every, time: every === 'hour' ? '00:30' : '04:30' });
    if (every === 'week') expect(found?.weekday).toBe(5);
    if (every === 'month') expect(found?.day).toBe(12);
  }
});

test('schedules are told in words where they have a rhythm, else as cron writes them', () => {
  const text = (change: Partial<typeof USUAL>) => scheduleText(scheduleOf({ ...USUAL, ...change }));
  expect(text({ every: 'hour', time: '00:00' })).toBe('every hour');
  expect(text({ every: 'hour', time: '00:15' })).toBe('every hour at minute 15');
  expect(text({})).toBe('every day at 03:00 UTC');
  expect(text({ every: 'week' })).toBe('every Monday at 03:00 UTC');
  expect(text({ every: 'month', day: 15 })).toBe('on day 15 of every month at 03:00 UTC');
  const own = { minute: [30], hour: [6, 18], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };
  expect(scheduleText(own)).toBe('30 6,18 * * *');
  expect(rhythmOf(own)).toBeUndefined();
});
