import { readPanelModel, writePanelModel } from '../autopilot/forecast/panel-model-format.ts';
import { readWindows, writeWindows } from '../autopilot/forecast/windows-format.ts';
import type { Blend } from '../blend/blend-data.ts';
import type { BinaryReader } from '../format/binary-reader.ts';
import type { BinaryWriter } from '../format/binary-writer.ts';
import type { ModelReaders } from '../format/model-file.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import type { Covariate, Panel, PanelSeries } from '../series/panel.ts';
import type { TimeGrid } from '../series/time-unit.ts';
import type { ForecasterParts } from './forecaster.ts';

const LAYOUT = 1;

/** Small descriptions as text, everything that grows with the data as arrays. */
export function writeForecaster(to: BinaryWriter, parts: ForecasterParts): void {
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

export function readForecaster(from: BinaryReader, models: ModelReaders): ForecasterParts {
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
