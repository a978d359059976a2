/** Units a time step can have. `ROW` counts rows of a series instead of time. */
export const TIME_UNITS = [
  'MILLISECOND',
  'SECOND',
  'MINUTE',
  'HOUR',
  'DAY',
  'WEEK',
  'MONTH',
  'QUARTER',
  'YEAR',
  'ROW',
] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

const FIXED_MS: Partial<Record<TimeUnit, number>> = {
  MILLISECOND: 1,
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
};
const MONTHS: Partial<Record<TimeUnit, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** Length of a unit in milliseconds; undefined where the calendar decides (months) or rows are counted. */
export const unitMilliseconds = (unit: TimeUnit): number | undefined => FIXED_MS[unit];
/** Length of a unit in months; undefined for units of fixed length. */
export const unitMonths = (unit: TimeUnit): number | undefined => MONTHS[unit];

/**
 * A regular time grid: cell `i` starts at `timeOf(grid, i)`. Months, quarters and years follow the calendar.
 * For `ROW` the index is the row number itself and times mean nothing.
 */
export interface TimeGrid {
  readonly unit: TimeUnit;
  readonly step: number;
  /** Milliseconds of cell 0. For calendar units only its month counts, plus the day that every stamp shares. */
  readonly anchor: number;
}

const monthNumber = (ms: number): number => {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** Cell that holds a time, possibly fractional when the time lies off the grid. */
export function gridIndex(grid: TimeGrid, ms: number): number {
  const months = unitMonths(grid.unit);
  if (months !== undefined) return (monthNumber(ms) - monthNumber(grid.anchor)) / (months * grid.step);
  const length = unitMilliseconds(grid.unit);
  return length === undefined ? ms : (ms - grid.anchor) / (length * grid.step);
}

/** Start of a cell in milliseconds. The day of the month is that of the anchor, cut to the month's length. */
export function timeOf(grid: TimeGrid, index: number): number {
  const months = unitMonths(grid.unit);
  if (months === undefined) {
    const length = unitMilliseconds(grid.unit);
    return length === undefined ? index : grid.anchor + index * length * grid.step;
  }
  const total = monthNumber(grid.anchor) + index * months * grid.step;
  const year = Math.floor(total / 12);
  const month = total - year * 12;
  const anchor = new Date(grid.anchor);
  const last = daysInMonth(year, month);
  const anchorLast = daysInMonth(anchor.getUTCFullYear(), anchor.getUTCMonth());
  const day = anchor.getUTCDate() === anchorLast && anchorLast >= 28 ? last : Math.min(anchor.getUTCDate(), last);
  const intoDay = grid.anchor - dayStart(anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate());
  return dayStart(year, month, day) + intoDay;
}

/** `Date.UTC` takes years before 100 for those of the last century; the calendar repeats after 400 years. */
const dayStart = (year: number, month: number, day: number): number =>
  Date.UTC(year + 400, month, day) - 146_097 * 86_400_000;

const daysInMonth = (year: number, month: number): number => new Date(dayStart(year, month + 1, 0)).getUTCDate();

/** Season lengths a step of this unit suggests, shortest first; the data decide which of them are real. */
export function suggestedPeriods(unit: TimeUnit, step: number): number[] {
  const cycles: Partial<Record<TimeUnit, number[]>> = {
    SECOND: [60, 3_600],
    MINUTE: [60, 1_440, 10_080],
    HOUR: [24, 168],
    DAY: [7, 365],
    WEEK: [52],
    MONTH: [12],
    QUARTER: [4],
    ROW: [],
  };
  return (cycles[unit] ?? [])
    .filter((cycle) => cycle % step === 0 || cycle / step >= 20)
    .map((cycle) => Math.round(cycle / step))
    .filter((period) => period > 1);
}
