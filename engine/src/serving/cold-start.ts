import type { Panel, PanelSeries } from '../series/panel.ts';

/** True for a series without a single value: no model can tell its level. */
export const isCold = ({ target }: PanelSeries): boolean => target.every(Number.isNaN);

/**
 * Numbers of the known series most like a new one: those that share the most static values with it, all of them where
 * nothing is shared. The new series is forecast as their mean.
 */
export function likeSeries(newcomer: PanelSeries, known: Panel): number[] {
  const matches = known.series.map((one) =>
    isCold(one) ? -1 : one.statics.filter((value, i) => Object.is(value, newcomer.statics[i])).length,
  );
  const most = matches.reduce((high, count) => Math.max(high, count), 0);
  return matches.flatMap((count, s) => (count === most ? [s] : []));
}

/** Mean over some series of values laid out series by series. */
export function meanOver(values: Float64Array, series: readonly number[], distances: number): Float64Array {
  return Float64Array.from({ length: distances }, (_, d) => {
    let sum = 0;
    for (const s of series) sum += values[s * distances + d] as number;
    return series.length > 0 ? sum / series.length : 0;
  });
}
