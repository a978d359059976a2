import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { nextRun, type RunSchedule, Schedule, wrongPiece } from './schedule.rules.ts';

const schedule = (more: Partial<RunSchedule> = {}): RunSchedule => ({
  minute: [0],
  hour: [0],
  dayOfMonth: ['*'],
  month: ['*'],
  dayOfWeek: ['*'],
  ...more,
});
const next = (more: Partial<RunSchedule>, after: string) =>
  nextRun(schedule(more), new Date(after))?.toISOString() ?? null;

describe('the next run', () => {
  it.each<[string, Partial<RunSchedule>, string, string | null]>([
    ['is later today', { hour: [16], minute: [30] }, '2026-03-04T16:29:59.999Z', '2026-03-04T16:30:00.000Z'],
    ['is strictly later', { hour: [16], minute: [30] }, '2026-03-04T16:30:00.000Z', '2026-03-05T16:30:00.000Z'],
    [
      'takes the first of several',
      { hour: [20, 4], minute: [45, 15] },
      '2026-03-04T04:20:00Z',
      '2026-03-04T04:45:00.000Z',
    ],
    ['goes over the end of the year', { month: ['January'] }, '2026-12-31T23:59:00Z', '2027-01-01T00:00:00.000Z'],
    [
      'knows months by their short names',
      { month: ['feb', 'SEP'] },
      '2026-03-01T00:00:00Z',
      '2026-09-01T00:00:00.000Z',
    ],
    ['counts Sunday as 0', { dayOfWeek: [0] }, '2026-11-13T00:00:00Z', '2026-11-15T00:00:00.000Z'],
    [
      'adds days of the week to days of the month',
      { dayOfMonth: [20], dayOfWeek: ['tue'] },
      '2026-11-15T00:00:00Z',
      '2026-11-17T00:00:00.000Z',
    ],
    [
      'adds days of the month to days of the week',
      { dayOfMonth: [16], dayOfWeek: ['tue'] },
      '2026-11-15T00:00:00Z',
      '2026-11-16T00:00:00.000Z',
    ],
    ['waits for February 29', { month: [2], dayOfMonth: ['29'] }, '2096-03-01T00:00:00Z', '2104-02-29T00:00:00.000Z'],
    ['never comes on February 30', { month: [2], dayOfMonth: [30] }, '2026-01-01T00:00:00Z', null],
    ['is every minute with stars', { hour: ['*'], minute: ['*'] }, '2026-06-30T23:59:30Z', '2026-07-01T00:00:00.000Z'],
  ])('%s', (_, more, after, expected) => {
    expect(next(more, after)).toBe(expected);
  });

  test('is later, on a whole minute, and nothing that fits lies between', () => {
    const some = (least: number, most: number) =>
      fc.oneof(
        fc.constant<(number | string)[]>(['*']),
        fc.array(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 }),
      );
    const schedules = fc.record({
      minute: some(0, 59),
      hour: some(0, 23),
      dayOfMonth: some(1, 28),
      month: some(1, 12),
      dayOfWeek: some(0, 6),
    });
    const fits = (one: RunSchedule, at: Date) => {
      const has = (values: readonly (number | string)[], value: number) =>
        values.includes('*') || values.includes(value);
      const byDate = has(one.dayOfMonth, at.getUTCDate());
      const byWeekday = has(one.dayOfWeek, at.getUTCDay());
      const both = one.dayOfMonth.includes('*') || one.dayOfWeek.includes('*');
      const day = both ? byDate && byWeekday : byDate || byWeekday;
      return (
        day &&
        has(one.month, at.getUTCMonth() + 1) &&
        has(one.hour, at.getUTCHours()) &&
        has(one.minute, at.getUTCMinutes())
      );
    };
    fc.assert(
      fc.property(
        schedules,
        fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (one, after) => {
          const run = nextRun(one, after);
          if (run === null) throw new Error('These all come.');
          expect(run.getTime()).toBeGreaterThan(after.getTime());
          expect(run.getTime() % 60_000).toBe(0);
          expect(fits(one, run)).toBe(true);
          const minutesBetween = Math.min(3000, Math.ceil((run.getTime() - after.getTime()) / 60_000) - 1);
          for (let back = 1; back <= minutesBetween; back++) {
            expect(
              fits(one, new Date(run.getTime() - back * 60_000)) && run.getTime() - back * 60_000 > after.getTime(),
            ).toBe(false);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('a wrong value is named with what may stand there', () => {
  expect(wrongPiece('minute', [0, 60])).toBe('60 is not among 0 to 59, or "*"');
  expect(wrongPiece('month', ['Smarch'])).toBe('"Smarch" is not among 1 to 12, names like "january" or "jan", or "*"');
  expect(wrongPiece('hour', ['*', 23])).toBeNull();
  const parsed = Schedule.safeParse({ minute: [0], hour: [24], dayOfMonth: ['*'], month: [], dayOfWeek: ['*'] });
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(['month', 'hour']);
  expect(Schedule.safeParse(schedule({ hour: [24] })).error?.issues[0]?.path).toEqual(['hour']);
});
