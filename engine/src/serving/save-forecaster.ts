import type { ForecastContext } from '../autopilot/forecast/panel-model.ts';
import type { ForecastOutcome } from '../autopilot/forecast/run-forecast.ts';
import { readModelFile, writeModelFile } from '../format/model-file.ts';
import { modelReaders } from '../model/catalogue.ts';
import type { Fitted } from '../model/estimator.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import type { Panel, PanelSeries } from '../series/panel.ts';
import { type ForecasterParts, type ServedForecaster, servedForecaster } from './forecaster.ts';
import { readForecaster, writeForecaster } from './forecaster-format.ts';

/** Name of a forecaster in the envelope all saved models share. */
const NAME = 'forecaster';

/** What the recommended model of a run becomes in production. */
export function forecasterFrom(outcome: ForecastOutcome): ServedForecaster {
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

function modelOf({ models }: ForecastOutcome, id: string) {
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
