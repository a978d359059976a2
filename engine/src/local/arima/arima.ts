import { integer } from '../../estimators/parameters.ts';
import { lastSeason } from '../baselines/baselines.ts';
import { type Component, flatLevel, sumOf } from '../components.ts';
import { usablePeriod } from '../history.ts';
import { localForecaster, type Projection } from '../local-model.ts';
import { ArmaFilter } from './arma-filter.ts';
import {
  type ArimaOrder,
  type Arma,
  applyDifferences,
  arimaName,
  armaOf,
  integrationWeights,
} from './arma-polynomials.ts';
import { ARIMA_LIMITS, autoArima } from './auto-arima.ts';

interface AutoArimaParams {
  readonly maxP: number;
  readonly maxQ: number;
  readonly maxSeasonalP: number;
  readonly maxSeasonalQ: number;
  readonly maxModels: number;
}

/**
 * Seasonal ARIMA: differences of the series as a linear function of earlier values and earlier errors (Box and Jenkins
 * 1970, "Time series analysis: forecasting and control"). Orders are chosen stepwise by AICc (Hyndman and Khandakar 2008,
 * "Automatic time series forecasting: the forecast package for R", Journal of Statistical Software 27,
 * doi:10.18637/jss.v027.i03).
 */
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

/** Filters the differenced history with given parameters, predicts on and undoes the differences. */
export function projectArima(
  y: Float64Array,
  order: ArimaOrder,
  x: Float64Array,
  constant: number,
  horizon: number,
): Projection {
  const { w, errors, ahead } = filterHistory(y, order, x, constant, horizon);
  const lost = y.length - w.length;
  const fitted = y.map((value, t) => (t < lost ? Number.NaN : value - (errors[t - lost] as number)));
  const moves = ahead.map((value) => value + constant);
  return { mean: integrate(moves, order, y), fitted };
}

/** The differenced history without its constant, its one-step errors, and its predictions. */
function filterHistory(y: Float64Array, order: ArimaOrder, x: Float64Array, constant: number, horizon: number) {
  const w = applyDifferences(y, order).map((value) => value - constant);
  const arma = armaOf(x, order);
  const filter = new ArmaFilter(w);
  filter.run(arma, false);
  return { w, arma, errors: filter.errors, ahead: filter.predict(arma, 0, horizon) };
}

/**
 * What an ARIMA forecast consists of. Differences continue the history (its last value, its last season), the constant
 * is the mean or the drift, and the ARMA part is what recent values, or those of earlier seasons, still tell.
 */
function arimaComponents(
  y: Float64Array,
  order: ArimaOrder,
  x: Float64Array,
  constant: number,
  horizon: number,
): readonly Component[] {
  const none = new Float64Array(horizon);
  const drift = none.map(() => constant);
  const { w, arma, errors, ahead } = filterHistory(y, order, x, constant, horizon);
  // Where only one of the two kinds of terms is there, all is its part: exact also before the filter has settled.
  const seasonal =
    order.p + order.q === 0
      ? ahead
      : order.seasonalP + order.seasonalQ === 0
        ? none
        : seasonalPart(w, errors, arma, order, horizon);
  const recent = ahead.map((value, h) => value - (seasonal[h] as number));
  const parts = [...continueSeries(y, order, integrate(none, order, y), integrate(drift, order))];
  if (order.p + order.q > 0) parts.push({ kind: 'recent', values: integrate(recent, order) });
  return order.seasonalP + order.seasonalQ > 0 ? withSeason(parts, integrate(seasonal, order), order.period) : parts;
}

/** Undoes the differences: after a history, or after nothing but zeros. */
function integrate(ahead: Float64Array, order: ArimaOrder, y: Float64Array = new Float64Array(0)): Float64Array {
  const weights = integrationWeights(order);
  const path = new Float64Array(y.length + ahead.length);
  path.set(y);
  for (let h = 0; h < ahead.length; h += 1) {
    let sum = ahead[h] as number;
    for (let i = 0; i < weights.length; i += 1) {
      if (weights[i] !== 0) sum += (weights[i] as number) * (path[y.length + h - 1 - i] ?? 0);
    }
    path[y.length + h] = sum;
  }
  return path.slice(y.length);
}

/** Level, last season and trend: how the history goes on when nothing disturbs it. */
function continueSeries(y: Float64Array, order: ArimaOrder, onward: Float64Array, drift: Float64Array): Component[] {
  const horizon = onward.length;
  if (order.d + order.seasonalD === 0) return [{ kind: 'level', values: drift }];
  const parts = order.seasonalD > 0 ? lastSeason(y, order.period, horizon) : [flatLevel(y.at(-1) as number, horizon)];
  const known = sumOf(parts);
  const values = onward.map((value, h) => value - (known[h] as number) + (drift[h] as number));
  return [...parts, { kind: 'trend', values }];
}

/** The ARMA forecasts as far as they come from rows at least one season back. */
function seasonalPart(
  w: Float64Array,
  errors: Float64Array,
  arma: Arma,
  { period }: ArimaOrder,
  horizon: number,
): Float64Array {
  const n = w.length;
  const part = new Float64Array(horizon);
  const sum = (weights: Float64Array, known: Float64Array, h: number, onward: boolean): number => {
    let total = 0;
    for (let lag = 1; lag <= weights.length && lag <= n + h; lag += 1) {
      const from = h - lag;
      const value = from >= 0 ? (onward ? (part[from] as number) : 0) : lag < period ? 0 : (known[n + from] as number);
      total += (weights[lag - 1] as number) * value;
    }
    return total;
  };
  for (let h = 0; h < horizon; h += 1) part[h] = sum(arma.ar, w, h, true) + sum(arma.ma, errors, h, false);
  return part;
}

function withSeason(parts: readonly Component[], values: Float64Array, period: number): Component[] {
  const place = parts.findIndex(({ kind }) => kind === 'season');
  const season = parts[place];
  if (season === undefined) return [...parts, { kind: 'season', period, values }];
  const both = season.values.map((value, h) => value + (values[h] as number));
  return parts.map((one, i) => (i === place ? { ...one, values: both } : one));
}
