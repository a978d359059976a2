import { type Column, type Frame, textsOf } from '@almanac/engine';
import { refuse } from '#platform/http/problem.ts';
import { CalendarProblems } from './calendar.problems.ts';
import type { CalendarEventRow } from './calendar.tables.ts';

export const MOST_EVENTS = 100_000;
const LONGEST_DURATION = 3660;
const DAY_MS = 86_400_000;

/** Date first, name second, then, where they are, the series and the duration in days. */
export function eventsOf(table: Frame, seriesColumn: string | null): readonly CalendarEventRow[] {
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
