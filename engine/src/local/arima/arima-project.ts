import type { Projection } from '../local-model.ts';
import { type ArimaOrder, differenced, integrationWeights } from './arima-order.ts';
import { ArmaFilter } from './arma-filter.ts';
import { armaOf } from './arma-polynomials.ts';

/** Filters the differenced history with given parameters, predicts on and undoes the differences. */
export function projectArima(
  y: Float64Array,
  order: ArimaOrder,
  x: Float64Array,
  constant: number,
  horizon: number,
): Projection {
  const n = y.length;
  const w = differenced(y, order).map((value) => value - constant);
  const arma = armaOf(x, order);
  const filter = new ArmaFilter(w);
  filter.run(arma, false);
  const ahead = filter.predict(arma, 0, horizon);
  const weights = integrationWeights(order);
  const path = new Float64Array(n + horizon);
  path.set(y);
  for (let h = 0; h < horizon; h += 1) {
    let sum = (ahead[h] as number) + constant;
    for (let i = 0; i < weights.length; i += 1) {
      if (weights[i] !== 0) sum += (weights[i] as number) * (path[n + h - 1 - i] as number);
    }
    path[n + h] = sum;
  }
  const lost = n - w.length;
  const fitted = new Float64Array(n).fill(Number.NaN);
  for (let t = lost; t < n; t += 1) fitted[t] = (y[t] as number) - (filter.errors[t - lost] as number);
  return { mean: path.slice(n), fitted };
}
