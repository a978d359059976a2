import { BinaryReader } from '../../format/binary-reader.ts';
import { localForecaster } from '../../local/catalogue.ts';
import { restoredComponents } from '../../local/components.ts';
import type { FittedForecaster } from '../../local/forecaster.ts';
import { restored, transformed } from '../../series/normaliser.ts';
import type { PanelSeries } from '../../series/panel.ts';
import { distancesOf, type Windows } from '../../series/windows.ts';
import { continueLocal, type SeriesFit } from './continue-local.ts';
import { explainComponents } from './explain-components.ts';
import { fitAllSeries, type LocalFitSettings } from './local-fit.ts';
import type { ForecastContext, PanelForecaster, PanelModel } from './panel-model.ts';
import { readWindows, writeWindows } from './windows-format.ts';

export interface LocalPanelSettings {
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
    const values = transformed(one.target, transform);
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
          out[s * distances.length + d] = steps === undefined ? 0 : restored(steps[k - 1] as number, transform);
        });
      });
      return out;
    },
    explain(panel) {
      return panel.series.flatMap((one) => {
        const parts = modelFor(one)?.explain(distances.at(-1) as number) ?? [];
        const inUnits = transform === 'none' ? parts : restoredComponents(parts, (value) => restored(value, transform));
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
