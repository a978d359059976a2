import { type Access, type Need, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { catalogue, conflict, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { type CalendarRecord, calendarStore } from './calendar.store.ts';

export const CalendarProblems = catalogue({
  noSuchCalendar: notFound(
    'calendars.no_such_calendar',
    (id: string) => `There is no calendar ${id} that you may see. GET calendars/ lists the calendars.`,
  ),
  noDates: unprocessable(
    'calendars.no_dates',
    (column: string | undefined) =>
      `The first column${column === undefined ? '' : ` (${JSON.stringify(column)})`} must hold the dates of the events, ` +
      'as in 2026-12-25. Put the dates first, under a header, and upload the file again.',
  ),
  noEvents: unprocessable(
    'calendars.no_events',
    () =>
      'The file must have a second column with the names of the events, and at least one row. ' +
      'Its header reads like: Date,Event,Series ID,Event Duration.',
  ),
  noSeriesColumn: unprocessable(
    'calendars.no_series_column',
    (column: string, columns: readonly string[]) =>
      `The file has no column ${JSON.stringify(column)} to tell series apart. Its columns are ${columns.join(', ')}.`,
  ),
  wrongRow: unprocessable(
    'calendars.wrong_row',
    (row: number, what: string) => `Row ${row} of the calendar ${what}. Mend it and upload the file again.`,
  ),
  tooManyEvents: unprocessable(
    'calendars.too_many_events',
    (events: number, most: number) => `The calendar has ${events} events. It can have ${most} at most.`,
  ),
  noHolidays: unprocessable(
    'calendars.no_holidays',
    (country: string, from: string, to: string) =>
      `${country} has no public holiday from ${from} to ${to}. Choose a longer span.`,
  ),
  usedByProject: conflict(
    'calendars.used',
    (id: string, projectId: string | undefined) =>
      `The calendar ${id} is used by ${projectId === undefined ? 'a project that is not shared with you' : `the project ${projectId}`}. ` +
      'Delete the project first, or keep the calendar.',
  ),
});

export const CALENDAR: SharedKind = { type: 'calendar', title: 'calendar', listedAt: 'calendars/' };

export async function getCalendarOrThrow(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: string,
  need: Need,
): Promise<CalendarRecord & { readonly access: Access }> {
  const access = await requireRole(ctx, { kind: CALENDAR, id }, need);
  const row = await calendarStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return { ...(row ?? refuse(CalendarProblems.noSuchCalendar, id)), access };
}
