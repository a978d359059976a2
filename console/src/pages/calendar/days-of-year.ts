import type { CalendarEvent } from '../../api/calendars.ts';

const DAY_MS = 86_400_000;

/** The stretch of one event within one year, as shares of the year from 0 to 1. */
interface Mark {
  readonly from: number;
  readonly width: number;
  readonly names: readonly string[];
}

interface YearOfDays {
  readonly year: number;
  readonly marks: readonly Mark[];
}

/** Events by year, newest last; events of the same day are one mark with all their names. */
export function daysOfYears(events: readonly CalendarEvent[]): readonly YearOfDays[] {
  const years = new Map<number, Map<string, Mark>>();
  for (const { date, name, duration } of events) {
    const start = Date.parse(date);
    const year = new Date(start).getUTCFullYear();
    const [first, next] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    const marks = years.get(year) ?? new Map<string, Mark>();
    const before = marks.get(date);
    const width = (Math.max(1, duration) * DAY_MS) / (next - first);
    const from = (start - first) / (next - first);
    const names = before ? [...new Set([...before.names, name])] : [name];
    marks.set(date, { from, width: Math.min(1 - from, Math.max(width, before?.width ?? 0)), names });
    years.set(year, marks);
  }
  return [...years].map(([year, marks]) => ({ year, marks: [...marks.values()] })).toSorted((a, b) => a.year - b.year);
}
