import type { PredictionRecord } from '#deployments';
import type { RowDates } from '../predictions/forecast-dates.ts';
import { type Place, placesFor } from '../profiles/aggregate-key.rules.ts';

const HOUR_MS = 3_600_000;

/** Rows of a record that count in one place; all of them where no numbers are given. */
export interface Spread {
  readonly place: Place;
  readonly sent?: readonly number[];
  readonly answered?: readonly number[];
}

/** Where the rows of a record count: in the hour of the request, or each in the hour of its own date; and in its batch. */
export function spreadRows({ at, batchId }: PredictionRecord, dates: RowDates | null): Spread[] {
  const places = placesFor(at, batchId ?? null);
  if (dates === null) return places.map((place) => ({ place }));
  const hours = new Map<number, { sent: number[]; answered: number[] }>();
  const hourOf = (time: number) => {
    const hour = Math.floor((Number.isNaN(time) ? at : time) / HOUR_MS) * HOUR_MS;
    const known = hours.get(hour) ?? { sent: [], answered: [] };
    hours.set(hour, known);
    return known;
  };
  for (const [row, time] of dates.sent.entries()) hourOf(time).sent.push(row);
  for (const [row, time] of dates.answered.entries()) hourOf(time).answered.push(row);
  const dated = [...hours].map(([hour, rows]) => ({ place: { batchId: '', hour: new Date(hour) }, ...rows }));
  return [...dated, ...places.filter((place) => place.batchId !== '').map((place) => ({ place }))];
}
