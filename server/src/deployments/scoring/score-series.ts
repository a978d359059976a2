import * as engine from '@almanac/engine';
import { type CachedModel, getSeriesPlan, type PanelSettings, type SeriesModel } from './cached-model.ts';
import { explainForecasts } from './explain.ts';
import type { SentRows } from './rows/sent-rows.ts';
import { listNames, missingColumns, ScoringRefusal } from './scoring-refusal.ts';
import type { ScoredForecasts, ScoredRows, ScoringOptions } from './scoring-request.ts';

/** Forecasts from the received rows, merged with the history the model keeps of their series. */
export function scoreSeries(
  model: CachedModel,
  { forecaster, prepare }: SeriesModel,
  sent: SentRows,
  options: ScoringOptions,
): ScoredRows {
  const { panel: settings } = getSeriesPlan(model.manifest);
  const table = prepare(sent.frame);
  requireTimes(table, settings);
  const rows = engine.servingPanel(forecaster.parts.memory, table, settings);
  const panel = engine.withMemory(forecaster, rows);
  const points = pointsOf(forecaster, { table, settings, rows, panel }, options);
  if (!options.relaxKnownInAdvance && options.range === null) {
    requireKnownInAdvance(table, settings, forecaster.parts.memory.grid, forecaster.parts.windows, points[0] as number);
  }
  const request =
    options.intervals.length === 0 ? {} : { coverages: options.intervals.map((percent) => percent / 100) };
  const forecasts = points.flatMap((point) => engine.forecastAt(forecaster, panel, point, request));
  requireForecasts(forecasts, panel, points, options);
  const scored = arrangeForecasts(forecasts, table, settings, options.intervals);
  if (options.maxExplanations === 0) return scored;
  const explanations = points.flatMap((point) => engine.explainAt(forecaster, panel, point));
  return { ...scored, explanations: explainForecasts(model, forecasts, explanations, options) };
}

function requireTimes(table: engine.Frame, { dateColumn, idColumns }: PanelSettings): void {
  const there = new Set(table.columns.map(({ name }) => name));
  const missing = [dateColumn, ...idColumns].filter((name) => !there.has(name));
  if (missing.length > 0) throw missingColumns(missing);
  const dates = engine.column(table, dateColumn);
  const row = dates.kind === 'date' ? dates.values.findIndex(Number.isNaN) : -1;
  if (row < 0) return;
  throw new ScoringRefusal(
    'wrong-cell',
    `Row ${row} has no time in ${JSON.stringify(dateColumn)}. Fill it in or leave the row out.`,
  );
}

/** The forecast points: the requested one, all of a range, or the newest with a target. */
function pointsOf(
  forecaster: engine.ServedForecaster,
  sent: engine.SentHistory,
  { forecastPoint: point, range }: ScoringOptions,
): number[] {
  const { panel } = sent;
  const { grid } = panel;
  const known = engine.lastKnownTime(panel);
  if (known === null) {
    throw new ScoringRefusal('no-history', 'There is not enough history: send rows that have a value of the target.');
  }
  const first = engine.timeOf(
    grid,
    panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
  );
  const last = engine.timeOf(grid, Math.round(engine.gridIndex(grid, known)) + forecaster.parts.windows.last);
  if (range !== null) return pointsIn(panel, Math.max(range.from, first), Math.min(range.to, known), range);
  if (point === null) return [engine.defaultForecastPoint(forecaster, sent) ?? known];
  if (point < first || point > last) {
    throw new ScoringRefusal(
      'forecast-point',
      `The forecast point ${iso(point)} lies outside the history, which reaches from ${iso(first)} to ${iso(known)}. Choose a ` +
        'point inside it, or send the rows before the point.',
      'forecastPoint',
    );
  }
  engine.checkForecastPoint(forecaster, sent, point);
  return [point];
}

const MOST_POINTS = 100_000;

function pointsIn(
  panel: engine.Panel,
  from: number,
  to: number,
  options: { readonly from: number; readonly to: number },
): number[] {
  const points: number[] = [];
  const start = Math.ceil(engine.gridIndex(panel.grid, from) - 1e-6);
  for (let cell = start; engine.timeOf(panel.grid, cell) <= to && points.length < MOST_POINTS; cell++)
    points.push(engine.timeOf(panel.grid, cell));
  if (points.length > 0) return points;
  throw new ScoringRefusal(
    'no-forecasts',
    `There are no valid output rows: the history has nothing between ${iso(options.from)} and ${iso(options.to)}. Send rows of that time.`,
  );
}

/** A series without a forecast is refused, not left out. */
function requireForecasts(
  made: readonly engine.ForecastRow[],
  panel: engine.Panel,
  points: readonly number[],
  { range }: ScoringOptions,
): void {
  const answered = new Set(made.map(({ series }) => series));
  const silent = panel.series.filter(({ id }) => !answered.has(id)).map(({ id }) => id);
  if (silent.length === 0) return;
  const which = silent.some((id) => id !== '') ? ` of series ${listNames(silent)}` : '';
  const when =
    range === null ? `before ${iso(points[0] as number)}` : `between ${iso(range.from)} and ${iso(range.to)}`;
  throw new ScoringRefusal(
    'no-history',
    `There is not enough history${which} ${when}: send rows that have a value of the target then.`,
  );
}

const iso = (time: number): string => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time));

function arrangeForecasts(
  made: readonly engine.ForecastRow[],
  table: engine.Frame,
  settings: PanelSettings,
  intervals: readonly number[],
): ScoredRows {
  const forecasts: ScoredForecasts = {
    series: made.map(({ series }) => series),
    times: Float64Array.from(made, ({ time }) => time),
    points: Float64Array.from(made, ({ forecastPoint }) => forecastPoint),
    distances: Int32Array.from(made, ({ distance }) => distance),
    rowIds: matchRowIds(made, table, settings),
    intervals: intervals.map((percent, i) => ({
      percent,
      low: Float64Array.from(made, (row) => row.intervals[i]?.lower ?? Number.NaN),
      high: Float64Array.from(made, (row) => row.intervals[i]?.upper ?? Number.NaN),
    })),
  };
  return { rows: made.length, width: 1, values: Float64Array.from(made, ({ value }) => value), forecasts };
}

function matchRowIds(
  made: readonly engine.ForecastRow[],
  table: engine.Frame,
  { dateColumn, idColumns }: PanelSettings,
): Int32Array {
  const dates = engine.column(table, dateColumn);
  const idOf = engine.seriesIdAt(table, idColumns);
  const place = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const time = dates.kind === 'date' ? (dates.values[row] as number) : Number.NaN;
    place.set(`${time} ${idOf(row)}`, row);
  }
  let next = table.rows;
  return Int32Array.from(made, ({ series, time }) => place.get(`${time} ${series}`) ?? next++);
}

/** Columns known in advance must be known for the rows of the forecast window that were sent, and some must have been. */
function requireKnownInAdvance(
  table: engine.Frame,
  settings: PanelSettings,
  grid: engine.TimeGrid,
  windows: engine.Windows,
  point: number,
): void {
  const known = settings.knownInAdvance ?? [];
  if (known.length === 0 || grid.unit === 'ROW') return;
  const dates = engine.column(table, settings.dateColumn);
  if (dates.kind !== 'date') return;
  const start = Math.round(engine.gridIndex(grid, point));
  const [from, to] = [engine.timeOf(grid, start + windows.first), engine.timeOf(grid, start + windows.last)];
  const rows: number[] = [];
  dates.values.forEach((time, row) => {
    if (time >= from && time <= to) rows.push(row);
  });
  const wanting = known.filter((name) => {
    const source = engine.columnNamed(table, name);
    return source === undefined || rows.length === 0 || rows.some((row) => isEmpty(source, row));
  });
  if (wanting.length === 0) return;
  const span = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  throw new ScoringRefusal(
    'known-in-advance',
    `The columns ${listNames(wanting)} are known in advance, but miss values in the forecast window, ${span}. Send them, or ` +
      'set relaxKnownInAdvanceFeaturesCheck=true to forecast without them.',
    'relaxKnownInAdvanceFeaturesCheck',
  );
}

function isEmpty(source: engine.Column, row: number): boolean {
  if (source.kind === 'categorical') return (source.codes[row] as number) < 0;
  if (source.kind === 'text') return source.values[row] === null;
  return Number.isNaN(source.values[row] as number);
}
