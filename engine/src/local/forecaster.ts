import type { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import type { Constraints } from '../estimators/parameters.ts';
import type { Component } from './components.ts';

/** What a forecaster is told about a series besides its values. */
export interface SeriesSpec {
  /**
   * Seasonal periods in rows, the most important first; empty where there is no season. Models of one season take the
   * first that the history is long enough for, models of several take them all.
   */
  readonly periods: readonly number[];
  /** Name of the series in the caller's data, for error messages. */
  readonly series?: string;
}

/** A forecaster that has learned one series: immutable, serialisable, safe to share. */
export interface FittedForecaster {
  /** Name of the forecaster that made it. */
  readonly name: string;
  /** What was chosen, in the words of the literature: `ETS(A,Ad,N)`, `ARIMA(0,1,1)(0,1,1)[12]`. */
  readonly detail: string;
  /** One-step forecasts inside the history, NaN where there is none. Computed when asked for. */
  fitted(): Float64Array;
  /** Finite for every step, inside the guard rails of the history. */
  forecast(horizon: number): Float64Array;
  /** The same forecast as a sum of level, trend, seasons and recent values, in the units of the series. */
  explain(horizon: number): readonly Component[];
  /** The same parameters with more history: states move on, nothing is learned again. */
  append(rows: Float64Array): FittedForecaster;
  write(to: BinaryWriter): void;
}

/** A model of one series at a time, as a value: its parameters are data. Missing values are NaN. */
export interface Forecaster<P extends object = object> {
  /** Stable id, written into every saved model. */
  readonly name: string;
  readonly title: string;
  readonly params: Constraints<P>;
  fit(y: Float64Array, spec: SeriesSpec, params?: Partial<P>): FittedForecaster;
  read(from: BinaryReader): FittedForecaster;
}
