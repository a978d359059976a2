import { EngineProblem } from '../problems/engine-problem.ts';
import type { TimeGrid, TimeUnit } from './time-unit.ts';

/**
 * How a column beside the target may be used. `known`: its future is known in advance, so the value at the forecast
 * time may be read. `observed`: only values up to the forecast point. `static`: one value a series.
 */
export interface Covariate {
  readonly name: string;
  readonly use: 'known' | 'observed' | 'static';
  /** Levels of a categorical covariate; absent for numbers. */
  readonly levels?: readonly string[];
  /** False for do-not-derive columns: the plain value is used, no lags or windows are made of it. */
  readonly derive: boolean;
}

/** One series on the grid of its panel. Cell 0 of every array is grid cell `start`. */
export interface PanelSeries {
  readonly id: string;
  readonly start: number;
  /** Observed history, NaN in gaps. */
  readonly target: Float64Array;
  /** One array per `known` covariate; may reach past the history into the known future. */
  readonly known: readonly Float64Array[];
  /** One array per `observed` covariate, as long as the history. */
  readonly observed: readonly Float64Array[];
  /** One value per `static` covariate: a number or a level code, NaN where missing. */
  readonly statics: readonly number[];
}

/** Series over one regular time grid. */
export interface Panel {
  readonly target: string;
  readonly grid: TimeGrid;
  /** False when the stamps carry no calendar meaning (plain sequences, ROW windows). */
  readonly dated: boolean;
  readonly covariates: readonly Covariate[];
  readonly series: readonly PanelSeries[];
}

/** Names of the covariates of one use, in the order of the arrays of a series. */
export const covariatesOf = (panel: Panel, use: Covariate['use']): Covariate[] =>
  panel.covariates.filter((covariate) => covariate.use === use);

/** Number of the last grid cell any series has history for. */
export const lastCell = (panel: Panel): number =>
  panel.series.reduce((last, { start, target }) => Math.max(last, start + target.length - 1), Number.NEGATIVE_INFINITY);

/** The same series as it looked after its first `length` cells: nothing that was learned later is kept. */
export function cutSeries(series: PanelSeries, length: number): PanelSeries {
  if (length >= series.target.length) return series;
  return {
    ...series,
    target: series.target.subarray(0, length),
    observed: series.observed.map((values) => values.subarray(0, length)),
  };
}

/** The panel as it looked when series `i` had `lengths[i]` cells; series without cells are left out. */
export function cutPanel(panel: Panel, lengths: ArrayLike<number>): Panel {
  const series: PanelSeries[] = [];
  panel.series.forEach((one, i) => {
    const length = lengths[i] ?? 0;
    if (length > 0) series.push(cutSeries(one, length));
  });
  return { ...panel, series };
}

/** A panel of plain sequences without stamps: what benchmarks and tests hold. */
export function panelOfSequences(
  unit: TimeUnit,
  sequences: readonly { readonly id: string; readonly values: ArrayLike<number> }[],
  target = 'value',
): Panel {
  if (sequences.length === 0) {
    throw new EngineProblem('series.empty-panel', 'There is no series to learn from: give at least one.', {
      column: target,
    });
  }
  return {
    target,
    grid: { unit, step: 1, anchor: 0 },
    dated: false,
    covariates: [],
    series: sequences.map(({ id, values }) => ({
      id,
      start: 0,
      target: Float64Array.from(values),
      known: [],
      observed: [],
      statics: [],
    })),
  };
}
