import { EngineProblem } from '../core/engine-problem.ts';
import { lowerBound } from '../core/linear-algebra.ts';
import type { DateColumn } from '../frame/frame.ts';

/** A stretch of time: a calendar duration, or so many distinct timestamps where rows have no regular step. */
export type Span = Duration | { readonly rows: number };

export const isEmpty = (span: Span): boolean => ('rows' in span ? span.rows === 0 : isZero(span));

/** Sorted distinct timestamps of a column, and walking back on them. */
export interface TimeAxis {
  readonly first: number;
  /** The instant just after the last row; windows are half-open [start, end). */
  readonly end: number;
  /** Start of the span that ends at `end`; before the first row where the history is too short. */
  back(end: number, span: Span): number;
}

function distinctTimes(column: DateColumn): Float64Array {
  const row = column.values.findIndex((value) => !Number.isFinite(value));
  if (row >= 0) {
    throw new EngineProblem(
      'partition.missing-date',
      `Column "${column.name}" has no usable date in row ${row}. Fill it in or drop the row.`,
      { column: column.name, row },
    );
  }
  const sorted = column.values.slice().sort();
  return sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
}

export function timeAxis(column: DateColumn, end?: number): TimeAxis {
  const times = distinctTimes(column);
  if (times.length === 0) {
    throw new EngineProblem('partition.empty', `Column "${column.name}" has no rows. Pass at least two dates.`, {
      column: column.name,
    });
  }
  const last = times[times.length - 1] as number;
  return {
    first: times[0] as number,
    end: end ?? last + 1,
    back(from, span) {
      if (!('rows' in span)) return earlier(from, span);
      if (span.rows === 0) return from;
      return times[lowerBound(times, from) - span.rows] ?? Number.NEGATIVE_INFINITY;
    },
  };
}

/** A calendar duration: months do not have a fixed number of days, so they are kept apart. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const PATTERN = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Reads an ISO 8601 duration such as P1Y, P3M, P14D or PT6H. */
export function duration(text: string): Duration {
  const found = PATTERN.exec(text);
  if (found === null || text === 'P' || text.endsWith('T')) {
    throw new EngineProblem(
      'partition.duration',
      `"${text}" is not an ISO 8601 duration. Write it like P1Y, P3M, P2W, P14D or PT6H.`,
    );
  }
  const [years, months, weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  const wholeDays = (weeks as number) * 7 + (days as number);
  return {
    months: (years as number) * 12 + (months as number),
    milliseconds:
      ((wholeDays * 24 + (hours as number)) * 60 + (minutes as number)) * 60_000 + (seconds as number) * 1000,
  };
}

const isZero = (span: Duration) => span.months === 0 && span.milliseconds === 0;

/** The instant one duration earlier, in UTC. A day that the shorter month lacks becomes its last day. */
export function earlier(instant: number, span: Duration): number {
  if (span.months === 0) return instant - span.milliseconds;
  const from = new Date(instant);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - span.months, 1);
  const target = new Date(first);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const timeOfDay = instant - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return first + (day - 1) * 86_400_000 + timeOfDay - span.milliseconds;
}
