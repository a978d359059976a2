import type { TimeUnit } from '@almanac/engine';

/** Forecasts with their outcomes, as far as a plot needs them. Rows without series have number 0 and distance 0. */
export interface TimedRows {
  readonly series: Int32Array;
  readonly distance: Int32Array;
  readonly time: Float64Array;
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
}

export interface PlotQuestion {
  readonly rows: TimedRows;
  /** All series, as their mean, when none is named. */
  readonly series: number | null;
  /** Distances to show, one line each. Empty: all of them as one line. */
  readonly distances: readonly number[];
  readonly resolution: Resolution;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface PlotBin {
  readonly start: number;
  readonly end: number;
  readonly actual: number | null;
  /** Mean over all requested distances. */
  readonly predicted: number | null;
  /** One per requested distance. */
  readonly forecasts: readonly (number | null)[];
  /** Mean distance between forecast and outcome. */
  readonly error: number | null;
  readonly frequency: number;
}

export function plotBins({ rows, series, distances, resolution, from, to }: PlotQuestion): PlotBin[] {
  const bins: { start: number; end: number; sums: Sums }[] = [];
  const place = new Map<number, Sums>();
  for (let start = floorTo(from, resolution); start < to; start = nextOf(start, resolution)) {
    const sums = { rows: 0, actual: 0, predicted: 0, error: 0, lines: distances.map(() => ({ rows: 0, sum: 0 })) };
    bins.push({ start, end: nextOf(start, resolution), sums });
    place.set(start, sums);
  }
  const line = new Map(distances.map((distance, i) => [distance, i]));
  rows.time.forEach((time, row) => {
    if (time < from || time >= to || (series !== null && rows.series[row] !== series)) return;
    const at = line.get(rows.distance[row] as number);
    const sums = place.get(floorTo(time, resolution));
    if (sums === undefined || (at === undefined && distances.length > 0)) return;
    const [actual, predicted] = [rows.actual[row] as number, rows.predicted[row] as number];
    sums.rows += 1;
    sums.actual += actual;
    sums.predicted += predicted;
    sums.error += Math.abs(actual - predicted);
    const own = at === undefined ? undefined : sums.lines[at];
    if (own === undefined) return;
    own.rows += 1;
    own.sum += predicted;
  });
  return bins.map(({ start, end, sums }) => {
    const mean = (sum: number, count = sums.rows) => (count === 0 ? null : sum / count);
    return {
      start,
      end,
      actual: mean(sums.actual),
      predicted: mean(sums.predicted),
      forecasts: sums.lines.map((one) => mean(one.sum, one.rows)),
      error: mean(sums.error),
      frequency: sums.rows,
    };
  });
}

interface Sums {
  rows: number;
  actual: number;
  predicted: number;
  error: number;
  readonly lines: { rows: number; sum: number }[];
}

/** Whether errors follow each other: about 2 when they do not, towards 0 when they do. */
export function durbinWatson(bins: readonly PlotBin[]): number | null {
  const errors = bins.flatMap(({ actual, predicted }) =>
    actual === null || predicted === null ? [] : [predicted - actual],
  );
  const squares = errors.reduce((sum, error) => sum + error * error, 0);
  const steps = errors.slice(1).reduce((sum, error, i) => sum + (error - (errors[i] as number)) ** 2, 0);
  return errors.length < 2 || squares === 0 ? null : steps / squares;
}

export const RESOLUTIONS = [
  'milliseconds',
  'seconds',
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'quarters',
  'years',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

const FIXED: Partial<Record<Resolution, number>> = {
  milliseconds: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 7 * 86_400_000,
};
/** 1970-01-05 was the first Monday. */
const MONDAY = 4 * 86_400_000;
const MONTHS: Partial<Record<Resolution, number>> = { months: 1, quarters: 3, years: 12 };

/** Start of the bin of a time: Mondays for weeks, first days for months. */
export function floorTo(time: number, resolution: Resolution): number {
  const length = FIXED[resolution];
  if (length !== undefined) {
    const shift = resolution === 'weeks' ? MONDAY : 0;
    return Math.floor((time - shift) / length) * length + shift;
  }
  const date = new Date(time);
  const months = MONTHS[resolution] ?? 1;
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months, 1);
}

export function nextOf(start: number, resolution: Resolution): number {
  const length = FIXED[resolution];
  if (length !== undefined) return start + length;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (MONTHS[resolution] ?? 1), 1);
}

/** Resolutions that suit a time step; data without one can be shown from hours up. */
export function resolutionsFor(unit: TimeUnit | undefined): Resolution[] {
  const names: Partial<Record<TimeUnit, Resolution>> = {
    MILLISECOND: 'milliseconds',
    SECOND: 'seconds',
    MINUTE: 'minutes',
    HOUR: 'hours',
    DAY: 'days',
    WEEK: 'weeks',
    MONTH: 'months',
    QUARTER: 'quarters',
    YEAR: 'years',
  };
  const finest = unit === undefined ? 'hours' : (names[unit] ?? 'milliseconds');
  return RESOLUTIONS.slice(RESOLUTIONS.indexOf(finest));
}

export function countBins(from: number, to: number, resolution: Resolution, most: number): number {
  let count = 0;
  for (let start = floorTo(from, resolution); start < to && count <= most; start = nextOf(start, resolution)) count++;
  return count;
}

/** The finest that needs no more bins than may be shown. */
export const finestFor = (from: number, to: number, choices: readonly Resolution[], most: number): Resolution =>
  choices.find((choice) => countBins(from, to, choice, most) <= most) ?? choices.at(-1) ?? 'years';
