import { BinaryReader } from '../../format/binary-reader.ts';
import { BinaryWriter } from '../../format/binary-writer.ts';
import type { FittedForecaster, Forecaster } from '../../local/forecaster.ts';
import { transformed } from '../../series/normaliser.ts';
import type { PanelSeries } from '../../series/panel.ts';
import type { LocalFitSettings } from './local-fit.ts';
import type { MoreCells } from './panel-model.ts';

/** One series as it was learned. */
export interface SeriesFit {
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
export function continueLocal(
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
    const bytes = learned ? appended(forecaster, settings, fit, one) : fitted(forecaster, settings, one);
    known.set(one.id, { id: one.id, end: one.start + one.target.length, bytes });
  });
  return [...known.values()];
}

const valuesOf = (one: PanelSeries, { log }: LocalFitSettings): Float64Array =>
  transformed(one.target, log ? 'log' : 'none');

function fitted(forecaster: Forecaster, settings: LocalFitSettings, one: PanelSeries): Uint8Array {
  const values = valuesOf(one, settings);
  if (values.every(Number.isNaN)) return new Uint8Array(0);
  return written(forecaster.fit(values, { periods: settings.periods, series: one.id }, settings.params));
}

/** Cells between what was learned and what is at hand are missing. */
function appended(forecaster: Forecaster, settings: LocalFitSettings, fit: SeriesFit, one: PanelSeries): Uint8Array {
  const count = one.start + one.target.length - fit.end;
  if (count <= 0) return fit.bytes;
  const cells = new Float64Array(count).fill(Number.NaN);
  const values = valuesOf(one, settings).slice(-count);
  cells.set(values, count - values.length);
  return written(forecaster.read(new BinaryReader(fit.bytes)).append(cells));
}

function written(model: FittedForecaster): Uint8Array {
  const writer = new BinaryWriter();
  model.write(writer);
  return writer.finish();
}
