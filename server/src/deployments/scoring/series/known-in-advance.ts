import {
  type Column,
  column,
  columnNamed,
  type Frame,
  gridIndex,
  type TimeGrid,
  timeOf,
  type Windows,
} from '@almanac/engine';
import { listed, ScoringRefusal } from '../refusal.ts';
import type { PanelSettings } from './series-plan.ts';

/** Columns known in advance must be known for the rows of the forecast window that were sent, and some must have been. */
export function requireKnownInAdvance(
  table: Frame,
  settings: PanelSettings,
  grid: TimeGrid,
  windows: Windows,
  point: number,
): void {
  const known = settings.knownInAdvance ?? [];
  if (known.length === 0 || grid.unit === 'ROW') return;
  const dates = column(table, settings.dateColumn);
  if (dates.kind !== 'date') return;
  const start = Math.round(gridIndex(grid, point));
  const [from, to] = [timeOf(grid, start + windows.first), timeOf(grid, start + windows.last)];
  const rows: number[] = [];
  dates.values.forEach((time, row) => {
    if (time >= from && time <= to) rows.push(row);
  });
  const wanting = known.filter((name) => {
    const source = columnNamed(table, name);
    return source === undefined || rows.length === 0 || rows.some((row) => isEmpty(source, row));
  });
  if (wanting.length === 0) return;
  const span = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  throw new ScoringRefusal(
    'known-in-advance',
    `The columns ${listed(wanting)} are known in advance, but miss values in the forecast window, ${span}. Send them, or ` +
      'set relaxKnownInAdvanceFeaturesCheck=true to forecast without them.',
    'relaxKnownInAdvanceFeaturesCheck',
  );
}

function isEmpty(source: Column, row: number): boolean {
  if (source.kind === 'categorical') return (source.codes[row] as number) < 0;
  if (source.kind === 'text') return source.values[row] === null;
  return Number.isNaN(source.values[row] as number);
}
