import { type Column, type Frame, textsOf } from '@almanac/engine';
import Holidays from 'date-holidays';
import { z } from 'zod';
import { grantOwnership } from '#accounts';
import { ingestVersion, readFrame } from '#data';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { CALENDAR, CalendarProblems } from './calendar.kind.ts';
import { type CalendarEventRow, calendarStore } from './calendar.store.ts';

const Input = z.strictObject({
  calendarId: z.string(),
  name: z.string(),
  source: z.string(),
  seriesColumn: z.string().nullable(),
  from: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('version'), versionId: z.string(), upload: z.boolean() }),
    z.strictObject({ kind: z.literal('country'), code: z.string(), start: z.string(), end: z.string() }),
  ]),
});
type Input = z.infer<typeof Input>;

/** Creates a calendar with all its events in one transaction, or not at all. */
export const calendarJob: JobKind<Input> = {
  name: 'projects.calendar',
  input: Input,
  limits: 'heavy',
  retries: 2,
  async run(platform, input, run) {
    const events = await eventsFor(platform, input, run);
    const { calendarId: id, name, source, seriesColumn } = input;
    const { actor } = run;
    const now = platform.now();
    await platform.db.transaction(async (tx) => {
      if (await calendarStore(tx).byId(actor.organizationId, id)) return;
      const row = { id, organization_id: actor.organizationId, name, source, series_column: seriesColumn };
      await calendarStore(tx).insert({ ...row, created_by: actor.userId, created_at: now }, events);
      await grantOwnership(tx, actor, now, { kind: CALENDAR, id });
    });
    return { location: `/api/v2/calendars/${id}/` };
  },
};

async function eventsFor(platform: Platform, { from, seriesColumn }: Input, run: JobRun) {
  if (from.kind === 'version') {
    if (from.upload) await ingestVersion(platform, from.versionId, run);
    return eventsOf(await readFrame(platform, from.versionId, { signal: run.signal }), seriesColumn);
  }
  const holidays: readonly CalendarEventRow[] = holidaysOf(from.code, from.start, from.end);
  return holidays.length > 0 ? holidays : refuse(CalendarProblems.noHolidays, from.code, from.start, from.end);
}

const MOST_EVENTS = 100_000;
const LONGEST_DURATION = 3660;
const DAY_MS = 86_400_000;

/** Date first, name second, then, where they are, the series and the duration in days. */
function eventsOf(table: Frame, seriesColumn: string | null): readonly CalendarEventRow[] {
  const [dates, names, ...more] = table.columns;
  if (dates?.kind !== 'date') return refuse(CalendarProblems.noDates, dates?.name);
  if (names === undefined || table.rows === 0) return refuse(CalendarProblems.noEvents);
  if (table.rows > MOST_EVENTS) refuse(CalendarProblems.tooManyEvents, table.rows, MOST_EVENTS);
  const series = seriesColumn === null ? undefined : more.find(({ name }) => name === seriesColumn);
  if (seriesColumn !== null && series === undefined) {
    const columns = table.columns.map(({ name }) => name);
    refuse(CalendarProblems.noSeriesColumn, seriesColumn, columns);
  }
  const durations = more.find((column) => column !== series && /duration/i.test(column.name));
  return Array.from({ length: table.rows }, (_, row) => {
    // The header is line 1 of the file.
    const line = row + 2;
    const time = dates.values[row] ?? Number.NaN;
    const name = textsOf(names)(row)?.trim();
    if (Number.isNaN(time)) refuse(CalendarProblems.wrongRow, line, 'has no date that can be read');
    if (!name) return refuse(CalendarProblems.wrongRow, line, 'has no name of an event');
    const date = new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
    return { date, name, series: series ? textsOf(series)(row) : null, days: durationAt(durations, row, line) };
  });
}

function durationAt(column: Column | undefined, row: number, line: number): number {
  const text = column && textsOf(column)(row);
  if (!text) return 1;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= LONGEST_DURATION) return days;
  return refuse(
    CalendarProblems.wrongRow,
    line,
    `has the duration ${text}, which is no number of days from 1 to ${LONGEST_DURATION}`,
  );
}

/** Countries whose public holidays are known, by name. */
export function countries(): readonly { readonly code: string; readonly name: string }[] {
  const known = Object.entries(new Holidays().getCountries('en'));
  return known.map(([code, name]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The public holidays of a country between two days, both included. */
function holidaysOf(country: string, from: string, to: string): readonly CalendarEventRow[] {
  const holidays = new Holidays(country, { types: ['public'], languages: ['en'] });
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years
    .flatMap((year) => holidays.getHolidays(year, 'en'))
    .map(({ date, name, start, end }) => ({
      date: date.slice(0, 10),
      name,
      series: null,
      days: Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000)),
    }))
    .filter(({ date }) => date >= from && date <= to)
    .sort((a, b) => a.date.localeCompare(b.date));
}
