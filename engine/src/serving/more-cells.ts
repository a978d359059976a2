import type { ForecastContext, MoreCells } from '../autopilot/forecast/panel-model.ts';
import type { Panel, PanelSeries } from '../series/panel.ts';
import { joined } from './forecaster.ts';

/** Cells of each series that a forecaster must remember to learn from those that follow. */
export const cellsToRemember = ({ windows, periods }: ForecastContext): number =>
  windows.history + windows.last + windows.blind + 2 * (periods.at(-1) ?? 1) + 30;

/**
 * What rows bring that is not known yet: the cells after the end of each series, and series never seen. Null where there
 * is no such cell with a value. `remembered`: cells of a series that are kept at most.
 */
export function moreCells(
  known: Panel,
  rows: Panel,
  remembered: number,
): { readonly more: MoreCells; readonly cells: number } | null {
  const sent = new Map(rows.series.map((one) => [one.id, one]));
  const ids = new Set(known.series.map(({ id }) => id));
  const added = rows.series.filter(({ id }) => !ids.has(id));
  const series = [...known.series.map((one) => continued(one, sent.get(one.id))), ...added];
  const from = Int32Array.from(series, (_, i) => known.series[i]?.target.length ?? 0);
  const whole = series.map((_, i) => (known.series[i]?.target.length ?? 0) < remembered);
  const cells = series.reduce(
    (sum, { target }, i) => sum + target.subarray(from[i]).filter((value) => !Number.isNaN(value)).length,
    0,
  );
  return cells === 0 ? null : { more: { panel: { ...known, series }, from, whole }, cells };
}

/** A series with the newer cells after its end; what it has already is left as it is. */
function continued(one: PanelSeries, newer: PanelSeries | undefined): PanelSeries {
  const end = one.start + one.target.length;
  if (newer === undefined || newer.start + newer.target.length <= end) return one;
  const skip = Math.max(0, end - newer.start);
  const rest = (values: Float64Array) => values.subarray(Math.min(skip, values.length));
  return joined(one, {
    ...newer,
    start: newer.start + skip,
    target: rest(newer.target),
    known: newer.known.map(rest),
    observed: newer.observed.map(rest),
  });
}
