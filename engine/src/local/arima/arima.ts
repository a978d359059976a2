import { integer } from '../../model/constraint.ts';
import { usablePeriod } from '../history.ts';
import { localForecaster } from '../local-model.ts';
import { arimaComponents } from './arima-components.ts';
import { type ArimaOrder, arimaName } from './arima-order.ts';
import { projectArima } from './arima-project.ts';
import { ARIMA_LIMITS, autoArima } from './auto-arima.ts';

export interface AutoArimaParams {
  readonly maxP: number;
  readonly maxQ: number;
  readonly maxSeasonalP: number;
  readonly maxSeasonalQ: number;
  readonly maxModels: number;
}

/** Seasonal ARIMA with orders chosen from the data. */
export const autoArimaForecaster = localForecaster<AutoArimaParams>({
  name: 'auto-arima',
  title: 'ARIMA, orders chosen automatically',
  params: {
    maxP: integer(0, 8, ARIMA_LIMITS.p),
    maxQ: integer(0, 8, ARIMA_LIMITS.q),
    maxSeasonalP: integer(0, 3, ARIMA_LIMITS.seasonalP),
    maxSeasonalQ: integer(0, 3, ARIMA_LIMITS.seasonalQ),
    maxModels: integer(5, 500, ARIMA_LIMITS.models),
  },
  leastRows: 8,
  learn(y, spec, params) {
    const fit = autoArima(y, usablePeriod(spec, y.length), {
      p: params.maxP,
      q: params.maxQ,
      seasonalP: params.maxSeasonalP,
      seasonalQ: params.maxSeasonalQ,
      models: params.maxModels,
    });
    const o = fit.order;
    const head = [o.p, o.d, o.q, o.seasonalP, o.seasonalD, o.seasonalQ, o.period, o.constant ? 1 : 0, fit.constant];
    return Float64Array.from([...head, ...fit.x]);
  },
  project(learned, y, _, horizon) {
    return projectArima(y, orderIn(learned), learned.subarray(9), learned[8] as number, horizon);
  },
  components: (learned, y, _, horizon) =>
    arimaComponents(y, orderIn(learned), learned.subarray(9), learned[8] as number, horizon),
  detail: (learned) => arimaName(orderIn(learned)),
});

function orderIn(learned: Float64Array): ArimaOrder {
  const [p = 0, d = 0, q = 0, seasonalP = 0, seasonalD = 0, seasonalQ = 0, period = 1, constant = 0] = learned;
  return { p, d, q, seasonalP, seasonalD, seasonalQ, period, constant: constant === 1 };
}
