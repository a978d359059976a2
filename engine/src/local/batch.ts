import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import type { Pool } from '../core/thread-pool.ts';
import { localForecaster, readForecaster, writeForecaster } from './catalogue.ts';
import type { FittedForecaster, SeriesSpec } from './forecaster.ts';

/** Several series for one forecaster: one message to a worker thread. */
export interface LocalBatch {
  readonly forecaster: string;
  readonly params: object;
  readonly specs: readonly SeriesSpec[];
  readonly series: readonly Float64Array[];
  /** Steps to forecast; 0 where only the fitted models are wanted. */
  readonly horizon: number;
  /** Whether the fitted models are sent back as well. */
  readonly keep: boolean;
}

export interface LocalBatchResult {
  readonly means: readonly Float64Array[];
  readonly details: readonly string[];
  /** Saved models, empty unless `keep`. */
  readonly models: readonly Uint8Array[];
}

/** Name of the pool task that runs `fitLocalBatch`. */
export const LOCAL_BATCH = 'local-batch';

export function fitLocalBatch(batch: LocalBatch): LocalBatchResult {
  const forecaster = localForecaster(batch.forecaster);
  const means: Float64Array[] = [];
  const details: string[] = [];
  const models: Uint8Array[] = [];
  for (const [i, y] of batch.series.entries()) {
    const fitted = forecaster.fit(y, batch.specs[i] ?? { periods: [] }, batch.params);
    details.push(fitted.detail);
    if (batch.horizon > 0) means.push(fitted.forecast(batch.horizon));
    if (batch.keep) {
      const to = new BinaryWriter();
      writeForecaster(to, fitted);
      models.push(to.finish());
    }
  }
  return { means, details, models };
}

/** Series in one message: enough to hide the cost of sending, few enough to keep all threads busy to the end. */
const BATCH_ROWS = 4000;

/** Cuts many series into batches of similar work. */
export function localBatches(whole: LocalBatch): readonly LocalBatch[] {
  const batches: LocalBatch[] = [];
  let first = 0;
  let rows = 0;
  for (let i = 0; i < whole.series.length; i += 1) {
    rows += (whole.series[i] as Float64Array).length;
    if (rows >= BATCH_ROWS || i + 1 === whole.series.length) {
      batches.push({ ...whole, series: whole.series.slice(first, i + 1), specs: whole.specs.slice(first, i + 1) });
      first = i + 1;
      rows = 0;
    }
  }
  return batches;
}

/** Runs one forecaster over many series on the threads of the pool, or here without one; results keep their order. */
export async function fitManySeries(
  whole: LocalBatch,
  pool?: Pool,
  onEach?: (done: number) => void,
): Promise<LocalBatchResult> {
  const batches = localBatches(whole);
  const parts =
    pool === undefined
      ? batches.map((batch, i) => {
          const result = fitLocalBatch(batch);
          onEach?.(i + 1);
          return result;
        })
      : await pool.map<LocalBatch, LocalBatchResult>(LOCAL_BATCH, batches, onEach);
  return {
    means: parts.flatMap((part) => part.means),
    details: parts.flatMap((part) => part.details),
    models: parts.flatMap((part) => part.models),
  };
}

/** A model out of `LocalBatchResult.models`. */
export function savedForecaster(bytes: Uint8Array): FittedForecaster {
  return readForecaster(new BinaryReader(bytes));
}
