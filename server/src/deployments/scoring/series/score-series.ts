import {
  checkForecastPoint,
  column,
  defaultForecastPoint,
  explainAt,
  type ForecastRow,
  type Frame,
  forecastAt,
  gridIndex,
  lastKnownTime,
  type Panel,
  type SentHistory,
  type ServedForecaster,
  seriesIdAt,
  servingPanel,
  timeOf,
  withMemory,
} from '@almanac/engine';
import { explainForecasts } from '../explain/explain-forecasts.ts';
import type { HotModel, SeriesModel } from '../hot-model.ts';
import { listed, missingColumns, ScoringRefusal } from '../refusal.ts';
import type { SentRows } from '../rows/sent-rows.ts';
import type { Asked, Scored, ScoredForecasts } from '../scored.ts';
import { requireKnownInAdvance } from './known-in-advance.ts';
import { type PanelSettings, seriesPlanOf } from './series-plan.ts';

/** Forecasts from the rows that were sent, laid over what the model remembers of their series. */
export function scoreSeries(
  model: HotModel,
  { forecaster, prepare }: SeriesModel,
  sent: SentRows,
  asked: Asked,
): Scored {
  const { panel: settings } = seriesPlanOf(model.bundle);
  const table = prepare(sent.frame);
  requireTimes(table, settings);
  const rows = servingPanel(forecaster.parts.memory, table, settings);
  const panel = withMemory(forecaster, rows);
  const points = pointsOf(forecaster, { table, settings, rows, panel }, asked);
  if (!asked.relaxKnownInAdvance && asked.range === null) {
    requireKnownInAdvance(table, settings, forecaster.parts.memory.grid, forecaster.parts.windows, points[0] as number);
  }
  const request = asked.intervals.length === 0 ? {} : { coverages: asked.intervals.map((percent) => percent / 100) };
  const forecasts = points.flatMap((point) => forecastAt(forecaster, panel, point, request));
  refuseSilence(forecasts, panel, points, asked);
  const scored = laidOut(forecasts, table, settings, asked.intervals);
  if (asked.mostReasons === 0) return scored;
  const explanations = points.flatMap((point) => explainAt(forecaster, panel, point));
  return { ...scored, reasons: explainForecasts(model, forecasts, explanations, asked) };
}

function requireTimes(table: Frame, { dateColumn, idColumns }: PanelSettings): void {
  const there = new Set(table.columns.map(({ name }) => name));
  const missing = [dateColumn, ...idColumns].filter((name) => !there.has(name));
  if (missing.length > 0) throw missingColumns(missing);
  const dates = column(table, dateColumn);
  const row = dates.kind === 'date' ? dates.values.findIndex(Number.isNaN) : -1;
  if (row < 0) return;
  throw new ScoringRefusal(
    'wrong-cell',
    `Row ${row} has no time in ${JSON.stringify(dateColumn)}. Fill it in or leave the row out.`,
  );
}

/** The moments to forecast from: the one that is asked for, all of a range, or the newest with a target. */
function pointsOf(forecaster: ServedForecaster, sent: SentHistory, { point, range }: Asked): number[] {
  const { panel } = sent;
  const { grid } = panel;
  const known = lastKnownTime(panel);
  if (known === null) {
    throw new ScoringRefusal('no-history', 'There is not enough history: send rows that have a value of the target.');
  }
  const first = timeOf(
    grid,
    panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
  );
  const last = timeOf(grid, Math.round(gridIndex(grid, known)) + forecaster.parts.windows.last);
  if (range !== null) return pointsIn(panel, Math.max(range.from, first), Math.min(range.to, known), range);
  if (point === null) return [defaultForecastPoint(forecaster, sent) ?? known];
  if (point < first || point > last) {
    throw new ScoringRefusal(
      'forecast-point',
      `The forecast point ${iso(point)} lies outside the history, which reaches from ${iso(first)} to ${iso(known)}. Choose a ` +
        'point inside it, or send the rows before the point.',
      'forecastPoint',
    );
  }
  checkForecastPoint(forecaster, sent, point);
  return [point];
}

const MOST_POINTS = 100_000;

function pointsIn(
  panel: Panel,
  from: number,
  to: number,
  asked: { readonly from: number; readonly to: number },
): number[] {
  const points: number[] = [];
  const start = Math.ceil(gridIndex(panel.grid, from) - 1e-6);
  for (let cell = start; timeOf(panel.grid, cell) <= to && points.length < MOST_POINTS; cell++)
    points.push(timeOf(panel.grid, cell));
  if (points.length > 0) return points;
  throw new ScoringRefusal(
    'no-forecasts',
    `There are no valid output rows: the history has nothing between ${iso(asked.from)} and ${iso(asked.to)}. Send rows of that time.`,
  );
}

/** A series that was sent and got no answer is told, not left out. */
function refuseSilence(made: readonly ForecastRow[], panel: Panel, points: readonly number[], { range }: Asked): void {
  const answered = new Set(made.map(({ series }) => series));
  const silent = panel.series.filter(({ id }) => !answered.has(id)).map(({ id }) => id);
  if (silent.length === 0) return;
  const which = silent.some((id) => id !== '') ? ` of series ${listed(silent)}` : '';
  const when =
    range === null ? `before ${iso(points[0] as number)}` : `between ${iso(range.from)} and ${iso(range.to)}`;
  throw new ScoringRefusal(
    'no-history',
    `There is not enough history${which} ${when}: send rows that have a value of the target then.`,
  );
}

const iso = (time: number): string => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time));

function laidOut(
  made: readonly ForecastRow[],
  table: Frame,
  settings: PanelSettings,
  intervals: readonly number[],
): Scored {
  const forecasts: ScoredForecasts = {
    series: made.map(({ series }) => series),
    times: Float64Array.from(made, ({ time }) => time),
    points: Float64Array.from(made, ({ forecastPoint }) => forecastPoint),
    distances: Int32Array.from(made, ({ distance }) => distance),
    rowIds: foundAgain(made, table, settings),
    intervals: intervals.map((percent, i) => ({
      percent,
      low: Float64Array.from(made, (row) => row.intervals[i]?.lower ?? Number.NaN),
      high: Float64Array.from(made, (row) => row.intervals[i]?.upper ?? Number.NaN),
    })),
  };
  return { rows: made.length, width: 1, values: Float64Array.from(made, ({ value }) => value), forecasts };
}

function foundAgain(made: readonly ForecastRow[], table: Frame, { dateColumn, idColumns }: PanelSettings): Int32Array {
  const dates = column(table, dateColumn);
  const idOf = seriesIdAt(table, idColumns);
  const place = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const time = dates.kind === 'date' ? (dates.values[row] as number) : Number.NaN;
    place.set(`${time} ${idOf(row)}`, row);
  }
  let next = table.rows;
  return Int32Array.from(made, ({ series, time }) => place.get(`${time} ${series}`) ?? next++);
}
