import { EngineProblem } from '../core/engine-problem.ts';
import { column, type Frame } from '../frame/frame.ts';
import type { PanelSettings } from '../series/build-panel.ts';
import { dateValues } from '../series/detect-series.ts';
import { seriesIdAt } from '../series/group-series.ts';
import type { Panel } from '../series/panel.ts';
import { gridIndex, timeOf } from '../series/time-unit.ts';
import type { Windows } from '../series/windows.ts';
import { lastKnownCell, lastKnownTime } from './forecast-at.ts';
import type { ServedForecaster } from './forecaster.ts';

/** Rows that were sent, and the history they are forecast from. */
export interface SentHistory {
  readonly table: Frame;
  readonly settings: PanelSettings;
  /** The rows as a panel, and the same with what the forecaster remembers. */
  readonly rows: Panel;
  readonly panel: Panel;
}

/**
 * The forecast point where none is asked for: the newest time the rows have a target for, or the newest time that is
 * known where only that one reaches the rows to forecast. Refuses rows that no forecast reaches. Null: nothing is known.
 */
export function defaultForecastPoint({ parts }: ServedForecaster, sent: SentHistory): number | null {
  const known = lastKnownTime(sent.panel);
  const newest = lastKnownTime(sent.rows) ?? known;
  if (newest === null || known === null || !sent.rows.dated) return newest;
  const asked = seriesToForecast(sent);
  const cannot = (point: number) => {
    const at = cellOf(sent.panel, point);
    return asked.find((one) => !isReached(one, parts.windows, at) || isStale(one, parts.windows, at));
  };
  if (cannot(newest) === undefined) return newest;
  refuse(sent, parts.windows, cannot(known));
  return known;
}

/**
 * Refuses a forecast point that reaches no row of a series that brings nothing but rows to forecast, or whose newest
 * value is too old for it.
 */
export function checkForecastPoint({ parts }: ServedForecaster, sent: SentHistory, point: number): void {
  if (!sent.rows.dated) return;
  const at = cellOf(sent.panel, point);
  const asked = seriesToForecast(sent);
  refuse(
    sent,
    parts.windows,
    asked.find((one) => isStale(one, parts.windows, at)),
  );
  refuse(
    sent,
    parts.windows,
    asked.find((one) => one.lastSent === null && !isReached(one, parts.windows, at)),
    at,
  );
}

/** A series of which something is known, with rows to forecast. */
interface ToForecast {
  readonly id: string;
  /** Cell of its newest value, in the rows sent or remembered; and of the newest that was sent, null for none. */
  readonly known: number;
  readonly lastSent: number | null;
  /** Cells of the rows to forecast. */
  readonly cells: readonly number[];
}

/**
 * Rows to forecast come after the values sent of their series: an empty cell before one of these is a gap in history.
 */
function seriesToForecast({ table, settings, rows, panel }: SentHistory): ToForecast[] {
  const dates = dateValues(column(table, settings.dateColumn));
  const idOf = seriesIdAt(table, settings.idColumns);
  const known = new Map(panel.series.map((one) => [one.id, lastKnownCell(one)]));
  const lastSent = new Map(rows.series.map((one) => [one.id, lastKnownCell(one)]));
  const cells = new Map<string, number[]>();
  for (let row = 0; row < table.rows; row++) {
    const id = idOf(row);
    const cell = cellOf(panel, dates[row] as number);
    if (cell <= (lastSent.get(id) ?? Number.NEGATIVE_INFINITY)) continue;
    const own = cells.get(id);
    if (own === undefined) cells.set(id, [cell]);
    else own.push(cell);
  }
  return rows.series.flatMap(({ id }) => {
    const [own, newest] = [cells.get(id), known.get(id) ?? null];
    if (own === undefined || newest === null) return [];
    return [{ id, known: newest, lastSent: lastSent.get(id) ?? null, cells: own }];
  });
}

/**
 * Whether forecasts from this cell are those that the rows ask for: one lies inside the window; or between the end of its
 * own series and this cell, where another series is newer; or soon after the values that were sent of it, like one that
 * is not known yet.
 */
function isReached({ known, lastSent, cells }: ToForecast, { first, last }: Windows, at: number): boolean {
  return cells.some(
    (cell) =>
      (cell >= at + first && cell <= at + last) ||
      (cell > known && cell <= at) ||
      (lastSent !== null && cell <= lastSent + last),
  );
}

/** What is remembered of the series ends before everything that a forecast from this cell looks at. */
const isStale = ({ known, lastSent }: ToForecast, { history, blind, last }: Windows, at: number): boolean =>
  lastSent === null && at - known > Math.max(history + blind, last);

/** `from`: cell of the forecast point that was asked for. */
function refuse({ panel, settings }: SentHistory, windows: Windows, one: ToForecast | undefined, from?: number): void {
  if (one === undefined) return;
  const { grid, target } = panel;
  const time = (cell: number): string => new Date(timeOf(grid, cell)).toISOString();
  const which = one.id === '' ? '' : ` of series ${JSON.stringify(one.id)}`;
  const steps = windows.first === windows.last ? `${windows.last}` : `${windows.first} to ${windows.last}`;
  const start = from ?? one.known;
  // The first date after the start, else the last before it.
  const after = one.cells.filter((cell) => cell > start);
  const cell = after.length > 0 ? after.reduce((a, b) => Math.min(a, b)) : one.cells.reduce((a, b) => Math.max(a, b));
  const known = `the last date known is ${time(one.known)}`;
  const point = from === undefined ? known : `${known}, the forecast point is ${time(from)}`;
  const advice =
    from !== undefined
      ? 'Send a row inside that window, or choose another forecast point.'
      : cell > start + windows.last
        ? `Ask for a date up to then, or send the newer history as rows with their values of ${JSON.stringify(target)}.`
        : `Ask for a date from ${time(start + windows.first)} up to then, or choose a forecast point before the date.`;
  throw new EngineProblem(
    'series.out-of-reach',
    `A forecast${which} for ${time(cell)} is out of reach: ${point}, and the model forecasts ${steps} steps of ` +
      `${grid.step} ${grid.unit} ahead, from there up to ${time(start + windows.last)}. ${advice}`,
    { column: settings.dateColumn, series: one.id },
  );
}

const cellOf = (panel: Panel, time: number): number => Math.round(gridIndex(panel.grid, time));
