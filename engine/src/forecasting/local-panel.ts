import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import type { Run } from '../core/run.ts';
import { localForecaster } from '../local/catalogue.ts';
import { restoredComponents } from '../local/components.ts';
import type { FittedForecaster, Forecaster } from '../local/forecaster.ts';
import { restoreValue, transformValues } from '../series/choose-normaliser.ts';
import type { PanelSeries } from '../series/panel.ts';
import { distancesOf, type Windows } from '../series/windows.ts';
import { explainComponents } from './explain-components.ts';
import {
  type ForecastContext,
  type MoreCells,
  type PanelForecaster,
  type PanelModel,
  readWindows,
  writeWindows,
} from './panel-model.ts';

interface LocalPanelSettings {
  readonly forecaster: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Season to try first. */
  readonly season?: 'longest' | 'shortest' | 'none';
  /** Learn on logarithms: only for panels without zeros and negative values. */
  readonly log?: boolean;
}

/** Learns one local model a series. */
export function localPanel(chosen: LocalPanelSettings): PanelForecaster {
  return {
    async fit(panel, context, run) {
      const settings: LocalFitSettings = {
        forecaster: chosen.forecaster,
        params: chosen.params ?? {},
        periods: seasonOrder(context, chosen.season ?? 'longest'),
        log: chosen.log ?? false,
      };
      const saved = await fitAllSeries(panel.series, settings, run);
      const fits = panel.series.map(({ id, start, target }, i) => ({
        id,
        end: start + target.length,
        bytes: saved[i] ?? new Uint8Array(0),
      }));
      return localPanelModel(settings, context.windows, fits);
    },
  };
}

function seasonOrder(context: ForecastContext, season: 'longest' | 'shortest' | 'none'): number[] {
  if (season === 'none') return [];
  return season === 'longest' ? [...context.periods].reverse() : [...context.periods];
}

function localPanelModel(settings: LocalFitSettings, windows: Windows, fits: readonly SeriesFit[]): PanelModel {
  const forecaster = localForecaster(settings.forecaster);
  const distances = distancesOf(windows);
  const transform = settings.log ? 'log' : 'none';
  const fitOf = new Map(fits.map((fit) => [fit.id, fit]));
  const opened = new Map<string, FittedForecaster>();
  /** A series never learned, or asked about a time before its model was learned, is learned from what it came with. */
  const modelFor = (one: PanelSeries): FittedForecaster | undefined => {
    const values = transformValues(one.target, transform);
    const fit = fitOf.get(one.id);
    const newCells = one.start + one.target.length - (fit?.end ?? Number.POSITIVE_INFINITY);
    if (fit === undefined || fit.bytes.length === 0 || newCells < 0) {
      if (values.every(Number.isNaN)) return undefined;
      return forecaster.fit(values, { periods: settings.periods, series: one.id }, settings.params);
    }
    const model = opened.get(one.id) ?? forecaster.read(new BinaryReader(fit.bytes));
    opened.set(one.id, model);
    return newCells === 0 ? model : model.append(values.slice(Math.max(0, values.length - newCells)));
  };
  return {
    kind: 'local',
    forecast(panel) {
      const out = new Float64Array(panel.series.length * distances.length);
      panel.series.forEach((one, s) => {
        const steps = modelFor(one)?.forecast(distances.at(-1) as number);
        distances.forEach((k, d) => {
          out[s * distances.length + d] = steps === undefined ? 0 : restoreValue(steps[k - 1] as number, transform);
        });
      });
      return out;
    },
    explain(panel) {
      return panel.series.flatMap((one) => {
        const parts = modelFor(one)?.explain(distances.at(-1) as number) ?? [];
        const inUnits =
          transform === 'none' ? parts : restoredComponents(parts, (value) => restoreValue(value, transform));
        return explainComponents(inUnits, distances, panel.grid);
      });
    },
    learnMore: async (more) => localPanelModel(settings, windows, continueLocal(forecaster, settings, fits, more)),
    write(to) {
      to.text(settings.forecaster);
      to.text(JSON.stringify(settings.params));
      to.f64s(Float64Array.from(settings.periods));
      to.u8(settings.log ? 1 : 0);
      writeWindows(to, windows);
      to.u32(fits.length);
      for (const { id, end, bytes } of fits) {
        to.text(id);
        to.f64(end);
        to.bytes(bytes);
      }
    },
  };
}

export function readLocalPanel(from: BinaryReader): PanelModel {
  const forecaster = from.text();
  const params = JSON.parse(from.text()) as LocalFitSettings['params'];
  const periods = Array.from(from.f64s());
  const log = from.u8() === 1;
  const windows = readWindows(from);
  const fits = Array.from({ length: from.u32() }, (): SeriesFit => {
    const id = from.text();
    return { id, end: from.f64(), bytes: from.bytes() };
  });
  return localPanelModel({ forecaster, params, periods, log }, windows, fits);
}

/** How to learn one series, as plain data that can cross threads. */
interface LocalFitSettings {
  readonly forecaster: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Seasons, most important first. */
  readonly periods: readonly number[];
  readonly log: boolean;
}

/** What one worker is asked to learn. */
interface LocalFitInput extends LocalFitSettings {
  readonly series: readonly History[];
}

/** Saved models, one a series; empty where the series has no value to learn from. */
type LocalFitOutput = readonly Uint8Array[];

/** The work of one thread: fits every series it is given. Registered as a pool task. */
export function fitLocalSeries(input: LocalFitInput): LocalFitOutput {
  const forecaster = localForecaster(input.forecaster);
  return input.series.map((one) => fitSeries(forecaster, input, one));
}

/** Small enough to keep all threads busy until the end; fixed, so that results never depend on the threads. */
const CHUNK = 8;

/** Learns every series, on the threads of the pool when there is one. */
async function fitAllSeries(
  series: readonly PanelSeries[],
  settings: LocalFitSettings,
  run: Run,
): Promise<Uint8Array[]> {
  const chunks: LocalFitInput[] = [];
  for (let from = 0; from < series.length; from += CHUNK) {
    const part = series.slice(from, from + CHUNK).map(({ id, target }) => ({ id, target: target.slice() }));
    chunks.push({ ...settings, series: part });
  }
  if (run.pool === undefined || run.pool.threads < 2) {
    return chunks.flatMap((chunk) => (run.cancelled?.() === true ? [] : fitLocalSeries(chunk)));
  }
  return (await run.pool.map<LocalFitInput, LocalFitOutput>('fit-local-series', chunks)).flat();
}

/** One series as it was learned. */
interface SeriesFit {
  readonly id: string;
  /** Grid cell after the last one it was learned from. */
  readonly end: number;
  /** Empty where there was no value to learn from. */
  readonly bytes: Uint8Array;
}

/**
 * The models of the series after more cells. A model takes the new cells into its state; its parameters stay. A series
 * whose whole history is still at hand, and one never seen, is learned from all of it.
 */
function continueLocal(
  forecaster: Forecaster,
  settings: LocalFitSettings,
  fits: readonly SeriesFit[],
  { panel, from, whole }: MoreCells,
): SeriesFit[] {
  const known = new Map(fits.map((fit) => [fit.id, fit]));
  panel.series.forEach((one, i) => {
    if ((from[i] as number) >= one.target.length) return;
    const fit = known.get(one.id);
    const learned = fit !== undefined && fit.bytes.length > 0 && !whole[i];
    const bytes = learned ? appendCells(forecaster, settings, fit, one) : fitSeries(forecaster, settings, one);
    known.set(one.id, { id: one.id, end: one.start + one.target.length, bytes });
  });
  return [...known.values()];
}

type History = Pick<PanelSeries, 'id' | 'target'>;

const valuesOf = (one: History, { log }: LocalFitSettings): Float64Array =>
  transformValues(one.target, log ? 'log' : 'none');

function fitSeries(forecaster: Forecaster, settings: LocalFitSettings, one: History): Uint8Array {
  const values = valuesOf(one, settings);
  if (values.every(Number.isNaN)) return new Uint8Array(0);
  return writeFitted(forecaster.fit(values, { periods: settings.periods, series: one.id }, settings.params));
}

/** Cells between what was learned and what is at hand are missing. */
function appendCells(forecaster: Forecaster, settings: LocalFitSettings, fit: SeriesFit, one: PanelSeries): Uint8Array {
  const count = one.start + one.target.length - fit.end;
  if (count <= 0) return fit.bytes;
  const cells = new Float64Array(count).fill(Number.NaN);
  const values = valuesOf(one, settings).slice(-count);
  cells.set(values, count - values.length);
  return writeFitted(forecaster.read(new BinaryReader(fit.bytes)).append(cells));
}

function writeFitted(model: FittedForecaster): Uint8Array {
  const writer = new BinaryWriter();
  model.write(writer);
  return writer.finish();
}
