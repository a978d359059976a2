import { lowerBound } from '../core/linear-algebra.ts';
import { type TimeGrid, timeOf, unitMilliseconds, unitMonths } from './time-unit.ts';

const DAY = 86_400_000;

/** The value of each calendar part at a time (UTC, as stamps are stored). */
const PARTS = {
  minute: (date: Date) => date.getUTCMinutes(),
  hour: (date: Date) => date.getUTCHours(),
  weekday: (date: Date) => (date.getUTCDay() + 6) % 7,
  'day of month': (date: Date) => date.getUTCDate(),
  'week of year': (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / (7 * DAY)) + 1,
  month: (date: Date) => date.getUTCMonth() + 1,
  quarter: (date: Date) => Math.floor(date.getUTCMonth() / 3) + 1,
  year: (date: Date) => date.getUTCFullYear(),
  weekend: (date: Date) => (date.getUTCDay() % 6 === 0 ? 1 : 0),
};
export type CalendarPart = keyof typeof PARTS;

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

export const calendarValue = (part: CalendarPart, ms: number): number => PARTS[part](new Date(ms));

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
  const at = lowerBound(cells, cell);
  const next = cells[at];
  if (what === 'now') return next === cell ? 1 : 0;
  if (what === 'until') return next === undefined ? FAR : Math.min(FAR, next - cell);
  const previous = next === cell ? cell : cells[at - 1];
  return previous === undefined ? FAR : Math.min(FAR, cell - previous);
}
