import type { Component } from '../components.ts';
import { seasonOfLag } from '../season-of-lag.ts';

/** One autoregression: `value[t] = intercept + sum of weights[j] value[t - lags[j]]`. */
export interface Autoregression {
  readonly lags: Float64Array;
  readonly weights: Float64Array;
  readonly intercept: number;
}

/**
 * The forecasts of an autoregression as what its intercept, the recent rows and the rows of earlier seasons add to them.
 * A lag that reaches a forecast passes on the parts of that forecast.
 */
export function autoregressionParts(
  { lags, weights, intercept }: Autoregression,
  history: Float64Array,
  periods: readonly number[],
  horizon: number,
): Component[] {
  const n = history.length;
  const seasons = Array.from(lags, (lag) => seasonOfLag(lag, periods));
  const part = (head: Omit<Component, 'values'>): Component => ({ ...head, values: new Float64Array(horizon) });
  const level = part({ kind: 'level' });
  const recent = part({ kind: 'recent' });
  const bySeason = new Map(
    periods.filter((period) => seasons.includes(period)).map((period) => [period, part({ kind: 'season', period })]),
  );
  const parts = [level, recent, ...bySeason.values()];
  const add = ({ values }: Component, h: number, value: number): void => {
    values[h] = (values[h] as number) + value;
  };
  for (let h = 0; h < horizon; h += 1) {
    add(level, h, intercept);
    lags.forEach((lag, j) => {
      const weight = weights[j] as number;
      const from = h - lag;
      if (from >= 0) for (const one of parts) add(one, h, weight * (one.values[from] as number));
      else add(bySeason.get(seasons[j] ?? 0) ?? recent, h, weight * (history[n + from] as number));
    });
  }
  return parts;
}
