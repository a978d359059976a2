import Holidays from 'date-holidays';
import type { CalendarEventRow } from './calendar.tables.ts';

/** Countries whose public holidays are known, by name. */
export function countries(): readonly { readonly code: string; readonly name: string }[] {
  const known = Object.entries(new Holidays().getCountries('en'));
  return known.map(([code, name]) => ({ code, name })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The public holidays of a country between two days, both included. */
export function holidaysOf(country: string, from: string, to: string): readonly CalendarEventRow[] {
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
