import * as engine from '@almanac/engine';
import type { SeriesPlan } from '../core/partitioning/plan.ts';
import { isoTime } from '../core/partitioning/training-data.ts';
import { extent } from '../engine/arrays.ts';
import { threadFrame } from '../engine/held-data.ts';
import type { ModelFiles } from '../engine/project-files.ts';

interface ForecastTask {
  readonly plan: SeriesPlan;
  readonly file: Uint8Array;
  /** In milliseconds; by default the newest time with a target. */
  readonly forecastPoint?: number;
  readonly range?: { readonly from: number; readonly to: number };
  /** Share of the outcomes the intervals are to hold. */
  readonly coverage?: number;
}

export interface Forecasts {
  readonly rows: readonly engine.ForecastRow[];
  /** Number of the row of the data with the same series and time, -1 where there is none. */
  readonly rowIds: Int32Array;
}

/** Forecasts from the rows this thread holds, over what the model remembers of their series. */
export function forecastRows({ plan, file, forecastPoint, range, coverage }: ForecastTask): Forecasts {
  const forecaster = engine.openForecaster(file);
  const sent = threadHistory(forecaster, plan);
  const request = coverage === undefined ? {} : { coverages: [coverage] };
  const points =
    range === undefined
      ? [forecastPointOf(forecaster, sent, forecastPoint ?? null)]
      : forecastPointsIn(sent.panel, range);
  const rows = points.flatMap((point) => engine.forecastAt(forecaster, sent.panel, point, request));
  return { rows, rowIds: matchRows(rows, plan) };
}

/** Finds the row this thread holds by series and time; -1 where there is none. */
export function rowFinder({ dateColumn, idColumns }: Pick<engine.PanelSettings, 'dateColumn' | 'idColumns'>) {
  const table = threadFrame();
  const dates = engine.column(table, dateColumn);
  const idOf = engine.seriesIdAt(table, idColumns);
  const place = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    if (dates.kind === 'date') place.set(`${dates.values[row]} ${idOf(row)}`, row);
  }
  return (series: string, time: number): number => place.get(`${time} ${series}`) ?? -1;
}

export function matchRows(rows: readonly engine.ForecastRow[], { panel }: SeriesPlan): Int32Array {
  const find = rowFinder(panel);
  return Int32Array.from(rows, ({ series, time }) => find(series, time));
}

/** What the rows this thread holds are good for; `missing`: columns known in advance without values in the forecast window. */
export function describeSeries({ plan, forecastPoint }: Pick<ForecastTask, 'plan' | 'forecastPoint'>) {
  const table = threadFrame();
  const dates = engine.column(table, plan.panel.dateColumn);
  const times = dates.kind === 'date' ? dates.values : new Float64Array(0);
  const target = table.columns.find(({ name }) => name === plan.panel.target);
  const values = target?.kind === 'numeric' ? target.values : [];
  const finite = (time: number) => (Number.isFinite(time) ? time : null);
  const [first, last] = extent(times).map(finite) as [number | null, number | null];
  const lastKnown = finite(extent(times.filter((_, row) => !Number.isNaN(values[row] ?? Number.NaN)))[1]);
  const point = forecastPoint ?? lastKnown;
  return { first, last, lastKnown, missing: point === null ? [] : missingAfter(plan, point) };
}

/** Columns without a value in a row of the forecast window. */
function missingAfter({ panel, grid, windows }: SeriesPlan, point: number): string[] {
  const table = threadFrame();
  const dates = engine.column(table, panel.dateColumn);
  if (dates.kind !== 'date' || grid.unit === 'ROW') return [];
  const start = Math.round(engine.gridIndex(grid, point));
  const [from, to] = [engine.timeOf(grid, start + windows.first), engine.timeOf(grid, start + windows.last)];
  return (panel.knownInAdvance ?? []).filter((name) => {
    const source = engine.columnNamed(table, name);
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
export function predictRows({ files, weights }: ModelFiles): Float64Array {
  const answers = files.map((file) => engine.readModel(file).model.predict(threadFrame()));
  return engine.averagePredictions(answers, weights);
}

/** The rows this thread holds, over what the model remembers of their series. */
export function threadHistory(
  forecaster: engine.ServedForecaster,
  { panel: settings }: SeriesPlan,
): engine.SentHistory {
  const table = threadFrame();
  const rows = engine.servingPanel(forecaster.parts.memory, table, settings);
  return { table, settings, rows, panel: engine.withMemory(forecaster, rows) };
}

/** The forecast point: the requested one where the history reaches it, else the newest time with a target. */
export function forecastPointOf(
  forecaster: engine.ServedForecaster,
  sent: engine.SentHistory,
  asked: number | null,
): number {
  const known = engine.lastKnownTime(sent.panel) ?? engine.lastKnownTime(forecaster.parts.memory);
  if (asked === null || known === null) return asked ?? engine.defaultForecastPoint(forecaster, sent) ?? known ?? 0;
  const { grid } = sent.panel;
  const last = Math.round(engine.gridIndex(grid, known)) + forecaster.parts.windows.last;
  if (sent.panel.dated && asked > engine.timeOf(grid, last)) {
    throw new engine.EngineProblem(
      'series.out-of-reach',
      `The forecast point ${isoTime(asked)} is out of reach: the last date known is ${isoTime(known)}, and a point may lie up to ` +
        `${forecaster.parts.windows.last} steps of ${grid.step} ${grid.unit} after it. Choose an earlier point, or send the ` +
        `rows before the point with their values of ${JSON.stringify(sent.panel.target)}.`,
    );
  }
  engine.checkForecastPoint(forecaster, sent, asked);
  return asked;
}

/** All moments of a range that the history has. */
function forecastPointsIn(panel: engine.Panel, { from, to }: { readonly from: number; readonly to: number }): number[] {
  const points: number[] = [];
  const first = panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = panel.dated ? Math.min(to, engine.lastKnownTime(panel) ?? to) : to;
  for (
    let cell = Math.max(panel.dated ? first : 0, Math.ceil(engine.gridIndex(panel.grid, from) - 1e-6));
    engine.timeOf(panel.grid, cell) <= last;
    cell++
  ) {
    points.push(engine.timeOf(panel.grid, cell));
  }
  return points;
}
