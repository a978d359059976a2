import { column, type Frame } from '../frame/frame.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
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
    return asked.find((one) => one.first > at + parts.windows.last || isStale(one, parts.windows, at));
  };
  if (cannot(newest) === undefined) return newest;
  refuse(sent, parts.windows, cannot(known));
  return known;
}

/** Refuses a forecast point with rows to forecast of a series whose newest value is too old for it. */
export function checkForecastPoint({ parts }: ServedForecaster, sent: SentHistory, point: number): void {
  if (!sent.rows.dated) return;
  const at = cellOf(sent.panel, point);
  refuse(
    sent,
    parts.windows,
    seriesToForecast(sent).find((one) => isStale(one, parts.windows, at)),
  );
}

/** A series with rows after everything that is known of it. */
interface ToForecast {
  readonly id: string;
  /** Cell of its newest value, and of the first row after it. */
  readonly known: number;
  readonly first: number;
  /** Whether rows with values were sent, or only those that are remembered are known. */
  readonly bringsHistory: boolean;
}

function seriesToForecast({ table, settings, rows, panel }: SentHistory): ToForecast[] {
  const dates = dateValues(column(table, settings.dateColumn));
  const idOf = seriesIdAt(table, settings.idColumns);
  const known = new Map(panel.series.map((one) => [one.id, lastKnownCell(one) ?? Number.POSITIVE_INFINITY]));
  const first = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const id = idOf(row);
    const cell = cellOf(panel, dates[row] as number);
    if (cell > (known.get(id) ?? cell)) first.set(id, Math.min(cell, first.get(id) ?? cell));
  }
  return rows.series.flatMap((one) => {
    const cell = first.get(one.id);
    if (cell === undefined) return [];
    return [{ id: one.id, known: known.get(one.id) ?? cell, first: cell, bringsHistory: lastKnownCell(one) !== null }];
  });
}

/** What is remembered of the series ends before everything that a forecast from this cell looks at. */
const isStale = ({ known, bringsHistory }: ToForecast, { history, blind, last }: Windows, at: number): boolean =>
  !bringsHistory && at - known > Math.max(history + blind, last);

function refuse({ panel, settings }: SentHistory, windows: Windows, one: ToForecast | undefined): void {
  if (one === undefined) return;
  const { grid, target } = panel;
  const time = (cell: number): string => new Date(timeOf(grid, cell)).toISOString();
  const which = one.id === '' ? '' : ` of series ${JSON.stringify(one.id)}`;
  const steps = windows.first === windows.last ? `${windows.last}` : `${windows.first} to ${windows.last}`;
  throw new EngineProblem(
    'series.out-of-reach',
    `A forecast${which} for ${time(one.first)} is out of reach: the last date known is ${time(one.known)}, and the model ` +
      `forecasts ${steps} steps of ${grid.step} ${grid.unit} ahead, from there up to ${time(one.known + windows.last)}. ` +
      `Ask for a date up to then, or send the newer history as rows with their values of ${JSON.stringify(target)}.`,
    { column: settings.dateColumn, series: one.id },
  );
}

const cellOf = (panel: Panel, time: number): number => Math.round(gridIndex(panel.grid, time));
