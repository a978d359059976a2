import type { Component } from '../../../local/components.ts';
import { seasonOfLag } from '../../../local/season-of-lag.ts';
import { centreAt, fillInputs, type LagShape, newReference, referenceAt } from './lag-rows.ts';

/**
 * The forecasts of a lag map for one series, one value a distance: its level, what cells a season before the forecast
 * time add, and what the other newest cells add. On the scale of the normaliser's transform.
 */
export function lagMapComponents(
  shape: LagShape,
  periods: readonly number[],
  weights: Float64Array,
  values: Float64Array,
): Component[] {
  const { distances, lags, normaliser } = shape;
  const origin = values.length - 1;
  const reference = referenceAt(values, origin, normaliser, newReference());
  const x = new Float64Array(lags + 1);
  fillInputs(shape, values, origin, reference, x, 0);
  const part = (head: Omit<Component, 'values'>): Component => ({
    ...head,
    values: new Float64Array(distances.length),
  });
  const level = part({ kind: 'level' });
  const recent = part({ kind: 'recent' });
  const seasons = new Map<number, Component>();
  const seasonOf = (period: number): Component => {
    const season = seasons.get(period) ?? part({ kind: 'season', period });
    seasons.set(period, season);
    return season;
  };
  const add = ({ values: sums }: Component, d: number, value: number): void => {
    sums[d] = (sums[d] as number) + value;
  };
  distances.forEach((k, d) => {
    const of = (input: number): number =>
      (x[input] as number) * (weights[input * distances.length + d] as number) * reference.scale;
    const centre = centreAt(shape, values, origin, k, reference.level);
    add(level, d, reference.level + of(lags));
    if (centre !== reference.level) add(seasonOf(normaliser.period), d, centre - reference.level);
    for (let lag = 0; lag < lags; lag++) {
      const period = seasonOfLag(k + lag, periods);
      add(period === undefined ? recent : seasonOf(period), d, of(lag));
    }
  });
  return [level, recent, ...seasons.values()];
}
