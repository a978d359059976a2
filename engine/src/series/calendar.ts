import { type TimeGrid, timeOf, unitMilliseconds, unitMonths } from './time-unit.ts';

export const CALENDAR_PARTS = [
  'minute',
  'hour',
  'weekday',
  'day of month',
  'week of year',
  'month',
  'quarter',
  'year',
  'weekend',
] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

const DAY = 86_400_000;

/** Calendar parts that can differ between neighbouring cells of a grid, and so can tell something. */
export function usefulParts(grid: TimeGrid): CalendarPart[] {
  const months = unitMonths(grid.unit);
  if (months !== undefined) return months >= 12 ? [] : months >= 3 ? ['quarter'] : ['month', 'quarter'];
  const length = unitMilliseconds(grid.unit);
  if (length === undefined) return [];
  const step = length * grid.step;
  const parts: CalendarPart[] = [];
  if (step < DAY / 24) parts.push('minute');
  if (step < DAY) parts.push('hour');
  if (step < 7 * DAY) parts.push('weekday', 'weekend', 'day of month');
  parts.push('week of year', 'month');
  return parts;
}

/** Value of a calendar part at a time (UTC, as stamps are stored). */
export function calendarValue(part: CalendarPart, ms: number): number {
  const date = new Date(ms);
  switch (part) {
    case 'minute':
      return date.getUTCMinutes();
    case 'hour':
      return date.getUTCHours();
    case 'weekday':
      return (date.getUTCDay() + 6) % 7;
    case 'weekend':
      return date.getUTCDay() % 6 === 0 ? 1 : 0;
    case 'day of month':
      return date.getUTCDate();
    case 'week of year':
      return Math.floor((ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / (7 * DAY)) + 1;
    case 'month':
      return date.getUTCMonth() + 1;
    case 'quarter':
      return Math.floor(date.getUTCMonth() / 3) + 1;
    case 'year':
      return date.getUTCFullYear();
  }
}

/** An event of a calendar table: holidays, promotions. Without a series it holds for all of them. */
export interface CalendarEvent {
  readonly time: number;
  readonly name: string;
  readonly series?: string;
}

/** Grid cells with events that hold for one series, ascending. */
export function eventCells(events: readonly CalendarEvent[], grid: TimeGrid, series: string): Int32Array {
  const cells = new Set<number>();
  for (const event of events) {
    if (event.series !== undefined && event.series !== series) continue;
    cells.add(cellAt(grid, event.time));
  }
  return Int32Array.from(cells).sort();
}

/** The last cell that starts at or before a time, found by search because months differ in length. */
function cellAt(grid: TimeGrid, time: number): number {
  const step = (unitMilliseconds(grid.unit) ?? (unitMonths(grid.unit) ?? 1) * 30.4369 * DAY) * grid.step;
  let cell = Math.floor((time - grid.anchor) / step);
  while (timeOf(grid, cell + 1) <= time) cell++;
  while (timeOf(grid, cell) > time) cell--;
  return cell;
}

/** Distances beyond this many cells are all the same: far away. */
const FAR = 60;

/** What the event table says about one cell. */
export function eventValue(cells: Int32Array, cell: number, what: 'now' | 'until' | 'since'): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle] as number) < cell) low = middle + 1;
    else high = middle;
  }
  const next = cells[low];
  if (what === 'now') return next === cell ? 1 : 0;
  if (what === 'until') return next === undefined ? FAR : Math.min(FAR, next - cell);
  const previous = next === cell ? cell : cells[low - 1];
  return previous === undefined ? FAR : Math.min(FAR, cell - previous);
}
