import type { Blend } from '../blend/blend-data.ts';
import type { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import { modelReaders } from '../estimators/catalogue.ts';
import type { Fitted } from '../estimators/estimator.ts';
import { type ModelReaders, readModelFile, writeModelFile } from '../estimators/model-file.ts';
import { type ForecastContext, type PanelModel, readWindows, writeWindows } from '../forecasting/panel-model.ts';
import { readPanelModel, writePanelModel } from '../forecasting/panel-model-format.ts';
import type { ForecastProblem } from '../forecasting/problem.ts';
import type { IntervalModel } from '../intervals/conformal.ts';
import type { Covariate, Panel, PanelSeries } from '../series/panel.ts';
import type { TimeGrid } from '../series/time-unit.ts';
import { type ForecasterParts, type ServedForecaster, servedForecaster } from './forecaster.ts';

/** Name of a forecaster in the envelope all saved models share. */
const NAME = 'forecaster';

/** A blend (or one model with weight 1) with its members learned on all data. */
export interface FittedForecast {
  readonly problem: ForecastProblem;
  readonly blend: Blend;
  readonly models: ReadonlyMap<string, PanelModel>;
  readonly intervals: IntervalModel;
}

/** What a fitted forecast becomes in production. */
export function forecasterFrom(outcome: FittedForecast): ServedForecaster {
  const { context, panel } = outcome.problem;
  return servedForecaster({
    memory: memoryOf(panel, context),
    windows: context.windows,
    periods: context.periods,
    blend: outcome.blend,
    models: outcome.blend.models.map((id) => modelOf(outcome, id)),
    intervals: outcome.intervals,
  });
}

/** The history a forecaster needs to answer. */
export function memoryOf(panel: Panel, { windows, periods }: ForecastContext): Panel {
  const longest = Math.max(windows.history, 2 * (periods.at(-1) ?? 1), 2 * windows.last, 30);
  return newest(panel, longest + 1);
}

function modelOf({ models }: FittedForecast, id: string) {
  const model = models.get(id);
  if (model !== undefined) return model;
  throw new EngineProblem('forecast.missing-model', `The blend names "${id}", which was not learned on all data.`);
}

/** A panel with so many cells of each series, the newest ones. */
export function newest(panel: Panel, cells: number): Panel {
  const series = panel.series.map((one): PanelSeries => {
    const from = Math.max(0, one.target.length - cells);
    return {
      ...one,
      start: one.start + from,
      target: one.target.slice(from),
      known: one.known.map((values) => values.slice(from)),
      observed: one.observed.map((values) => values.slice(from)),
    };
  });
  return { ...panel, series };
}

/** The forecaster as bytes: the same forecaster always gives the same bytes. */
export function saveForecaster(forecaster: ServedForecaster): Uint8Array {
  return writeModelFile(NAME, envelope(forecaster.parts));
}

export function openForecaster(bytes: Uint8Array): ServedForecaster {
  let parts: ForecasterParts | undefined;
  const readers = new Map([
    [
      NAME,
      (from: Parameters<typeof readForecaster>[0]): Fitted => {
        parts = readForecaster(from, modelReaders);
        return envelope(parts);
      },
    ],
  ]);
  readModelFile(bytes, readers);
  return servedForecaster(parts as unknown as ForecasterParts);
}

/** A forecaster answers panels, not rows; in the envelope it only has to be written. */
function envelope(parts: ForecasterParts): Fitted {
  return {
    predict() {
      throw new EngineProblem('forecast.rows', 'A forecaster answers series, not rows: open it with openForecaster.');
    },
    write: (to) => writeForecaster(to, parts),
  };
}

const LAYOUT = 1;

/** Small descriptions as text, everything that grows with the data as arrays. */
function writeForecaster(to: BinaryWriter, parts: ForecasterParts): void {
  to.u32(LAYOUT);
  writePanel(to, parts.memory);
  writeWindows(to, parts.windows);
  to.f64s(Float64Array.from(parts.periods));
  to.text(JSON.stringify(parts.blend));
  to.u32(parts.models.length);
  for (const model of parts.models) writePanelModel(to, model);
  to.f64s(parts.intervals.scales);
  to.f64(parts.intervals.noiseFactor);
  to.u32(parts.intervals.scaled.length);
  for (const scaled of parts.intervals.scaled) to.f64s(scaled);
}

function readForecaster(from: BinaryReader, models: ModelReaders): ForecasterParts {
  const layout = from.u32();
  if (layout !== LAYOUT) {
    throw new EngineProblem(
      'format.version',
      `The forecaster has layout ${layout}, this engine reads ${LAYOUT}. Update the engine or train it again.`,
    );
  }
  const memory = readPanel(from);
  const windows = readWindows(from);
  const periods = Array.from(from.f64s());
  const blend = JSON.parse(from.text()) as Blend;
  const panelModels = Array.from({ length: from.u32() }, () => readPanelModel(from, models));
  const scales = from.f64s();
  const noiseFactor = from.f64();
  const scaled = Array.from({ length: from.u32() }, () => from.f64s());
  return { memory, windows, periods, blend, models: panelModels, intervals: { scales, noiseFactor, scaled } };
}

function writePanel(to: BinaryWriter, panel: Panel): void {
  const { target, grid, dated, covariates } = panel;
  to.text(JSON.stringify({ target, grid, dated, covariates }));
  to.u32(panel.series.length);
  for (const one of panel.series) {
    to.text(one.id);
    to.f64(one.start);
    to.f64s(one.target);
    writeArrays(to, one.known);
    writeArrays(to, one.observed);
    to.f64s(Float64Array.from(one.statics));
  }
}

function readPanel(from: BinaryReader): Panel {
  const head = JSON.parse(from.text()) as {
    target: string;
    grid: TimeGrid;
    dated: boolean;
    covariates: readonly Covariate[];
  };
  const series = Array.from({ length: from.u32() }, (): PanelSeries => {
    const id = from.text();
    const start = from.f64();
    const target = from.f64s();
    const known = readArrays(from);
    const observed = readArrays(from);
    return { id, start, target, known, observed, statics: Array.from(from.f64s()) };
  });
  return { ...head, series };
}

function writeArrays(to: BinaryWriter, arrays: readonly Float64Array[]): void {
  to.u32(arrays.length);
  for (const values of arrays) to.f64s(values);
}

const readArrays = (from: BinaryReader): Float64Array[] => Array.from({ length: from.u32() }, () => from.f64s());
