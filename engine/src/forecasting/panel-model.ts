import type { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import type { Run } from '../core/run.ts';
import type { CalendarEvent } from '../series/calendar.ts';
import type { Panel } from '../series/panel.ts';
import type { Windows } from '../series/windows.ts';
import type { ForecastBlueprint } from './blueprint.ts';

/** What every forecaster of one problem is told, besides the panel. All of it is decided on training data. */
export interface ForecastContext {
  readonly windows: Windows;
  /** Seasons in cells, shortest first. */
  readonly periods: readonly number[];
  readonly events?: readonly CalendarEvent[];
  /** False: no features over all series. Derived where all series share one calendar unless told. */
  readonly crossSeries?: boolean;
  /** Static column that groups the series for these features, and whether they are sums instead of means. */
  readonly crossSeriesGroup?: string;
  readonly crossSeriesTotal?: boolean;
  /** Panel that features and lags are decided on, where the one that is learned from is only the first piece of it. */
  readonly decidedOn?: Panel;
}

/** Cells that come after those a model has learned from. */
export interface MoreCells {
  /** Every known series with what is remembered of it, the new cells at its end. */
  readonly panel: Panel;
  /** Place in `target` of the first new cell, by series; the length of the series where it has none. */
  readonly from: Int32Array;
  /** Whether the panel holds everything that was ever learned of a series, by series. */
  readonly whole: readonly boolean[];
}

/** Forecasts from the end of every series of a panel, learned once: immutable and serialisable. */
export interface PanelModel {
  /** Kind of model, for the reader table. */
  readonly kind: string;
  /**
   * One value for each series and distance, distances of a series together. Reads nothing but the panel handed in, so
   * a panel with newer rows, or with series never seen, is forecast without learning again.
   */
  forecast(panel: Panel): Float64Array;
  /** Why it forecasts what it does: one explanation a series and distance, in the order of the forecasts. */
  explain(panel: Panel): CellExplanation[];
  /** The model after more cells, learned without those it knows already. Absent: it learns from all cells at once. */
  learnMore?(more: MoreCells, blueprint: ForecastBlueprint, run: Run): Promise<PanelModel>;
  write(to: BinaryWriter): void;
}

/** Why the forecast of one cell is what it is: base and contributions add up to it, in the units of the target. */
export interface CellExplanation {
  /** What is forecast before any contribution: the mean answer of a model of features, 0 where all are components. */
  readonly base: number;
  /** Largest first. */
  readonly contributions: readonly CellContribution[];
}

export interface CellContribution {
  /** Name of the derived feature, or of the component: `Level`, `Trend`, `Season (yearly)`, `Recent values`. */
  readonly feature: string;
  /** A component belongs to the target's own history; it is no column. */
  readonly kind: 'feature' | 'component';
  /** The feature's value, in the units of the target where it is taken from the target; NaN where it is missing. */
  readonly value: number | string;
  readonly contribution: number;
}

/** Largest first. */
export const bySize = (contributions: readonly CellContribution[]): CellContribution[] =>
  [...contributions].sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));

/** A way to learn a panel model, with everything decided but the data. */
export interface PanelForecaster {
  fit(panel: Panel, context: ForecastContext, run: Run): Promise<PanelModel>;
}

export function writeWindows(to: BinaryWriter, windows: Windows): void {
  to.f64s(Float64Array.of(windows.history, windows.blind, windows.first, windows.last));
}

export function readWindows(from: BinaryReader): Windows {
  const [history, blind, first, last] = from.f64s();
  return { history: history ?? 1, blind: blind ?? 0, first: first ?? 1, last: last ?? 1 };
}
