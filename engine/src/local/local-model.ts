import type { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import { type Constraints, checkParams } from '../estimators/parameters.ts';
import { type Component, flatLevel, restoredComponents } from './components.ts';
import type { FittedForecaster, Forecaster, SeriesSpec } from './forecaster.ts';
import { checkedHistory, completeHistory, isConstant, rangeOf } from './history.ts';

export interface Projection {
  readonly mean: Float64Array;
  /** One-step forecasts of the history, NaN where there is none. */
  readonly fitted: Float64Array;
}

/**
 * The two halves every local model consists of. `learn` packs what it found into numbers, `project` runs those over a
 * history and on into the future. Everything else (missing values, constants, short series, guard rails, appending,
 * saving) is the same for all and lives in `localForecaster`.
 */
export interface LocalModel<P extends object> {
  readonly name: string;
  readonly title: string;
  readonly params: Constraints<P>;
  /** Fewest rows the model can learn from; shorter series are answered by their last value. */
  readonly leastRows: number;
  learn(y: Float64Array, spec: SeriesSpec, params: P): Float64Array;
  project(learned: Float64Array, y: Float64Array, spec: SeriesSpec, horizon: number): Projection;
  /** What `project` forecasts, as parts that add up to it; the level first. */
  components(learned: Float64Array, y: Float64Array, spec: SeriesSpec, horizon: number): readonly Component[];
  detail(learned: Float64Array, spec: SeriesSpec): string;
}

const VERSION = 1;
const LONGEST_HORIZON = 100_000;

export function localForecaster<P extends object>(model: LocalModel<P>): Forecaster<P> {
  return {
    name: model.name,
    title: model.title,
    params: model.params,
    fit(y, spec, params = {} as Partial<P>) {
      const chosen = checkParams(model.params, params);
      const history = checkedHistory(y, spec);
      const full = completeHistory(history, spec.periods[0] ?? 1);
      const simple = full.length < model.leastRows || isConstant(full);
      return fittedForecaster(model, history, spec, simple ? undefined : model.learn(full, spec, chosen));
    },
    read(from) {
      return readFitted(model, from);
    },
  };
}

function fittedForecaster<P extends object>(
  model: LocalModel<P>,
  history: Float64Array,
  spec: SeriesSpec,
  learned: Float64Array | undefined,
): FittedForecaster {
  const full = completeHistory(history, spec.periods[0] ?? 1);
  const run = (horizon: number) =>
    learned === undefined ? repeatSeason(full, 1, horizon) : model.project(learned, full, spec, horizon);
  return {
    name: model.name,
    detail: learned === undefined ? 'last value' : model.detail(learned, spec),
    fitted: () => run(0).fitted,
    forecast(horizon) {
      checkHorizon(horizon);
      return guardForecast(run(horizon).mean, full, spec);
    },
    explain(horizon) {
      checkHorizon(horizon);
      const parts =
        learned === undefined
          ? [flatLevel(full.at(-1) as number, horizon)]
          : model.components(learned, full, spec, horizon);
      return restoredComponents(parts, railsOf(full, spec, horizon));
    },
    append(rows) {
      const longer = new Float64Array(history.length + rows.length);
      longer.set(history);
      longer.set(rows, history.length);
      return fittedForecaster(model, checkedHistory(longer, spec), spec, learned);
    },
    write(to: BinaryWriter) {
      to.u8(VERSION);
      to.text(spec.series ?? '');
      to.f64s(Float64Array.from(spec.periods));
      to.u8(learned === undefined ? 0 : 1);
      if (learned !== undefined) to.f64s(learned);
      to.f64s(history);
    },
  };
}

function checkHorizon(horizon: number): void {
  if (Number.isInteger(horizon) && horizon >= 1 && horizon <= LONGEST_HORIZON) return;
  throw new EngineProblem(
    'forecast.horizon',
    `The horizon must be a whole number from 1 to ${LONGEST_HORIZON}; it was ${horizon}. Ask for fewer steps.`,
  );
}

function readFitted<P extends object>(model: LocalModel<P>, from: BinaryReader): FittedForecaster {
  const version = from.u8();
  if (version !== VERSION) {
    throw new EngineProblem(
      'format.version',
      `The saved "${model.name}" has layout ${version}, this engine reads ${VERSION}. Update the engine or fit again.`,
    );
  }
  const series = from.text();
  const periods = Array.from(from.f64s());
  const learned = from.u8() === 1 ? from.f64s() : undefined;
  const spec = series === '' ? { periods } : { periods, series };
  return fittedForecaster(model, from.f64s(), spec, learned);
}

/** Repeats the value `period` rows back, for ever. */
export function repeatSeason(y: Float64Array, period: number, horizon: number): Projection {
  const fitted = y.map((_, t) => (t < period ? Number.NaN : (y[t - period] as number)));
  const last = y.subarray(y.length - period);
  return { mean: Float64Array.from({ length: horizon }, (_, h) => last[h % period] as number), fitted };
}

/** Rows that count as recent when seasons are short or absent. */
const RECENT_ROWS = 30;

/** Keeps one value of a forecast of so many steps inside the guard rails of a history. */
export function railsOf(y: Float64Array, spec: SeriesSpec, steps: number): (value: number) => number {
  const longest = Math.max(1, ...spec.periods);
  const recentRows = Math.max(RECENT_ROWS, 2 * longest, 2 * steps);
  const whole = rangeOf(y);
  let { low, high } = rangeOf(y.subarray(Math.max(0, y.length - recentRows)));
  if (low === high) ({ low, high } = whole);
  const width = high - low;
  const floor = whole.low >= 0 ? Math.max(0, low - width) : low - width;
  const ceiling = high + width;
  const last = y.at(-1) as number;
  return (value) => (Number.isNaN(value) ? last : Math.min(ceiling, Math.max(floor, value)));
}

/**
 * The guard rails every forecast passes: finite, within the recent range plus or minus one range, and not below zero when
 * the history never was. One exploding forecast can spoil a whole blend; a clipped one cannot.
 */
export function guardForecast(mean: Float64Array, y: Float64Array, spec: SeriesSpec): Float64Array {
  return mean.map(railsOf(y, spec, mean.length));
}
