import { EngineProblem } from '../core/engine-problem.ts';
import type { Column } from '../frame/frame.ts';
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
function cutSeries(series: PanelSeries, length: number): PanelSeries {
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

/**
 * History without holes, for models that need every cell: a gap is filled from the same phase of the neighbouring
 * seasons where both exist, otherwise along the line between its ends. Leading holes are cut off.
 */
export function filledHistory(values: Float64Array, period: number): Float64Array {
  let first = 0;
  while (first < values.length && Number.isNaN(values[first] as number)) first++;
  const cut = values.subarray(first);
  if (!cut.some(Number.isNaN)) return cut;
  const filled = Float64Array.from(cut);
  for (let i = 1; i < filled.length; i++) {
    if (!Number.isNaN(filled[i] as number)) continue;
    filled[i] = seasonalGuess(cut, i, period) ?? lineGuess(cut, filled, i);
  }
  return filled;
}

function seasonalGuess(values: Float64Array, at: number, period: number): number | undefined {
  if (period < 2) return undefined;
  const before = values[at - period];
  const after = values[at + period];
  if (before === undefined || after === undefined || Number.isNaN(before + after)) return undefined;
  return (before + after) / 2;
}

function lineGuess(values: Float64Array, filled: Float64Array, at: number): number {
  const left = filled[at - 1] as number;
  let next = at + 1;
  while (next < values.length && Number.isNaN(values[next] as number)) next++;
  if (next >= values.length) return left;
  return left + ((values[next] as number) - left) / (next - at + 1);
}

/** How several rows of one cell become one value. */
export type CellRule = 'sum' | 'mean' | 'last';

/** Values of a series laid on its cells (ascending), NaN where no row is. */
export function cellsOf(
  values: Float64Array,
  rows: Int32Array,
  cells: Int32Array,
  rule: CellRule = 'last',
): Float64Array {
  const first = cells[0] ?? 0;
  const out = new Float64Array((cells.at(-1) ?? -1) - first + 1).fill(Number.NaN);
  const counts = new Int32Array(out.length);
  for (let i = 0; i < rows.length; i++) {
    const at = (cells[i] as number) - first;
    const value = values[rows[i] as number] as number;
    if (Number.isNaN(value)) continue;
    out[at] = counts[at] === 0 || rule === 'last' ? value : (out[at] as number) + value;
    counts[at] = (counts[at] as number) + 1;
  }
  if (rule === 'mean') {
    for (let i = 0; i < out.length; i++)
      if ((counts[i] as number) > 1) out[i] = (out[i] as number) / (counts[i] as number);
  }
  return out;
}

/** Numbers as they are, categories as their codes, missing as NaN. */
export function codesOrValues(source: Column): Float64Array {
  if (source.kind === 'categorical') return Float64Array.from(source.codes, (code) => (code < 0 ? Number.NaN : code));
  if (source.kind !== 'text') return source.values;
  throw new EngineProblem('series.text', `Column "${source.name}" is free text and has no value on a time grid.`, {
    column: source.name,
  });
}
