import {
  averagePredictions,
  checkForecastPoint,
  column,
  columnNamed,
  defaultForecastPoint,
  EngineProblem,
  type ForecastRow,
  forecastAt,
  gridIndex,
  lastKnownTime,
  openForecaster,
  type Panel,
  readModel,
  type SentHistory,
  type ServedForecaster,
  seriesIdAt,
  servingPanel,
  timeOf,
  withMemory,
} from '@almanac/engine';
import type { SeriesPlan } from '../core/partitioning/plan.ts';
import { threadFrame } from '../engine/held-data.ts';

interface ForecastTask {
  readonly plan: SeriesPlan;
  /** The forecaster's file. */
  readonly file: Uint8Array;
  /** In milliseconds; by default the newest time with a target. */
  readonly forecastPoint?: number;
  readonly range?: { readonly from: number; readonly to: number };
  /** Share of the outcomes the intervals are to hold. */
  readonly coverage?: number;
}

export interface Forecasts {
  readonly rows: readonly ForecastRow[];
  /** Number of the row of the data with the same series and time, -1 where there is none. */
  readonly rowIds: Int32Array;
}

/** Forecasts from the rows this thread holds, over what the model remembers of their series. */
export function forecastRows({ plan, file, forecastPoint, range, coverage }: ForecastTask): Forecasts {
  const forecaster = openForecaster(file);
  const sent = threadHistory(forecaster, plan);
  const request = coverage === undefined ? {} : { coverages: [coverage] };
  const points =
    range === undefined
      ? [forecastPointOf(forecaster, sent, forecastPoint ?? null)]
      : forecastPointsIn(sent.panel, range);
  const rows = points.flatMap((point) => forecastAt(forecaster, sent.panel, point, request));
  return { rows, rowIds: matchRows(rows, plan) };
}

/** Number of the row this thread holds with the series and time of each forecast, -1 where there is none. */
export function matchRows(rows: readonly ForecastRow[], { panel }: SeriesPlan): Int32Array {
  const table = threadFrame();
  const dates = column(table, panel.dateColumn);
  const idOf = seriesIdAt(table, panel.idColumns);
  const place = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const time = dates.kind === 'date' ? (dates.values[row] as number) : Number.NaN;
    place.set(`${time} ${idOf(row)}`, row);
  }
  return Int32Array.from(rows, ({ series, time }) => place.get(`${time} ${series}`) ?? -1);
}

interface SeriesMetadata {
  readonly first: number | null;
  readonly last: number | null;
  readonly lastKnown: number | null;
  readonly hasTarget: boolean;
  /** Columns known in advance that miss values in the forecast window. */
  readonly missing: readonly string[];
}

/** What the rows this thread holds are good for. */
export function describeSeries({ plan, forecastPoint }: Pick<ForecastTask, 'plan' | 'forecastPoint'>): SeriesMetadata {
  const table = threadFrame();
  const dates = column(table, plan.panel.dateColumn);
  const times = dates.kind === 'date' ? dates.values.filter((time) => !Number.isNaN(time)) : new Float64Array(0);
  const target = table.columns.find(({ name }) => name === plan.panel.target);
  let lastKnown = Number.NEGATIVE_INFINITY;
  if (dates.kind === 'date' && target?.kind === 'numeric') {
    target.values.forEach((value, row) => {
      if (!Number.isNaN(value)) lastKnown = Math.max(lastKnown, dates.values[row] as number);
    });
  }
  const known = Number.isFinite(lastKnown) ? lastKnown : null;
  const point = forecastPoint ?? known;
  return {
    first: times.length === 0 ? null : times.reduce((low, time) => Math.min(low, time)),
    last: times.length === 0 ? null : times.reduce((high, time) => Math.max(high, time)),
    lastKnown: known,
    hasTarget: known !== null,
    missing: point === null ? [] : missingAfter(plan, point),
  };
}

/** Columns without a value in a row of the forecast window. */
function missingAfter({ panel, grid, windows }: SeriesPlan, point: number): string[] {
  const table = threadFrame();
  const dates = column(table, panel.dateColumn);
  if (dates.kind !== 'date' || grid.unit === 'ROW') return [];
  const start = Math.round(gridIndex(grid, point));
  const [from, to] = [timeOf(grid, start + windows.first), timeOf(grid, start + windows.last)];
  return (panel.knownInAdvance ?? []).filter((name) => {
    const source = columnNamed(table, name);
    if (source === undefined) return true;
    return dates.values.some((time, row) => {
      if (!(time >= from && time <= to)) return false;
      if (source.kind === 'categorical') return (source.codes[row] as number) < 0;
      if (source.kind === 'text') return source.values[row] === null;
      return Number.isNaN(source.values[row] as number);
    });
  });
}

/** What models on rows say about the rows this thread holds; blends are weighted means. */
export function predictRows({
  files,
  weights,
}: {
  readonly files: readonly Uint8Array[];
  readonly weights: readonly number[];
}): Float64Array {
  const answers = files.map((file) => readModel(file).model.predict(threadFrame()));
  return averagePredictions(answers, weights);
}

/** The rows this thread holds, over what the model remembers of their series. */
export function threadHistory(forecaster: ServedForecaster, { panel: settings }: SeriesPlan): SentHistory {
  const table = threadFrame();
  const rows = servingPanel(forecaster.parts.memory, table, settings);
  return { table, settings, rows, panel: withMemory(forecaster, rows) };
}

/** The forecast point: the requested one where the history reaches it, else the newest time with a target. */
export function forecastPointOf(forecaster: ServedForecaster, sent: SentHistory, asked: number | null): number {
  const known = lastKnownTime(sent.panel) ?? lastKnownTime(forecaster.parts.memory);
  if (asked === null || known === null) return asked ?? defaultForecastPoint(forecaster, sent) ?? known ?? 0;
  const { grid } = sent.panel;
  const last = Math.round(gridIndex(grid, known)) + forecaster.parts.windows.last;
  if (sent.panel.dated && asked > timeOf(grid, last)) {
    throw new EngineProblem(
      'series.out-of-reach',
      `The forecast point ${iso(asked)} is out of reach: the last date known is ${iso(known)}, and a point may lie up to ` +
        `${forecaster.parts.windows.last} steps of ${grid.step} ${grid.unit} after it. Choose an earlier point, or send the ` +
        `rows before the point with their values of ${JSON.stringify(sent.panel.target)}.`,
    );
  }
  checkForecastPoint(forecaster, sent, asked);
  return asked;
}

/** All moments of a range that the history has. */
function forecastPointsIn(panel: Panel, { from, to }: { readonly from: number; readonly to: number }): number[] {
  const points: number[] = [];
  const first = panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = panel.dated ? Math.min(to, lastKnownTime(panel) ?? to) : to;
  for (
    let cell = Math.max(panel.dated ? first : 0, Math.ceil(gridIndex(panel.grid, from) - 1e-6));
    timeOf(panel.grid, cell) <= last;
    cell++
  ) {
    points.push(timeOf(panel.grid, cell));
  }
  return points;
}

const iso = (time: number): string => new Date(time).toISOString();
