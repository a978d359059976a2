import { BinaryWriter } from '../../format/binary-writer.ts';
import { localForecaster } from '../../local/catalogue.ts';
import type { Run } from '../../model/estimator.ts';
import { transformed } from '../../series/normaliser.ts';
import type { PanelSeries } from '../../series/panel.ts';

/** How to learn one series, as plain data that can cross threads. */
export interface LocalFitSettings {
  readonly forecaster: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Seasons, most important first. */
  readonly periods: readonly number[];
  readonly log: boolean;
}

/** What one worker is asked to learn. */
export interface LocalFitInput extends LocalFitSettings {
  readonly series: readonly { readonly id: string; readonly target: Float64Array }[];
}

/** Saved models, one a series; empty where the series has no value to learn from. */
export type LocalFitOutput = readonly Uint8Array[];

/** The work of one thread: fits every series it is given. Registered as a pool task. */
export function fitLocalSeries(input: LocalFitInput): LocalFitOutput {
  const forecaster = localForecaster(input.forecaster);
  return input.series.map(({ id, target }) => {
    const values = transformed(target, input.log ? 'log' : 'none');
    if (values.every(Number.isNaN)) return new Uint8Array(0);
    const writer = new BinaryWriter(256 + 8 * target.length);
    forecaster.fit(values, { periods: input.periods, series: id }, input.params).write(writer);
    return writer.finish();
  });
}

/** Small enough to keep all threads busy until the end; fixed, so that results never depend on the threads. */
const CHUNK = 8;

/** Learns every series, on the threads of the pool when there is one. */
export async function fitAllSeries(
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
