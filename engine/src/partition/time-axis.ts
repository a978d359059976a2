import type { DateColumn } from '../frame/column.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import { type Duration, earlier, isZero } from './duration.ts';

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
  const before = (instant: number) => {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] as number) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    first: times[0] as number,
    end: end ?? last + 1,
    back(from, span) {
      if (!('rows' in span)) return earlier(from, span);
      if (span.rows === 0) return from;
      return times[before(from) - span.rows] ?? Number.NEGATIVE_INFINITY;
    },
  };
}
