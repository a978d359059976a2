import type { EtsWeights } from './ets-forward.ts';

/** One member of the exponential smoothing family by its error, trend and season (see `autoEtsForecaster`). */
export interface EtsForm {
  readonly error: 'A' | 'M';
  readonly trend: 'N' | 'A';
  readonly damped: boolean;
  readonly season: 'N' | 'A' | 'M';
}

/** Parameters in the units of the series. `season` holds the states of the season before the first observation. */
export interface EtsParameters extends EtsWeights {
  readonly season: Float64Array;
}

/** 'ETS(A,Ad,N)': the usual short name. */
export function etsName(form: EtsForm): string {
  return `ETS(${form.error},${form.trend}${form.damped ? 'd' : ''},${form.season})`;
}

/** Estimated numbers, the variance among them; one seasonal state follows from the others. */
export function etsParameterCount(form: EtsForm, period: number): number {
  const trend = form.trend === 'N' ? 0 : form.damped ? 3 : 2;
  const season = form.season === 'N' ? 0 : period;
  return 2 + trend + season + 1;
}

/**
 * The members an automatic choice compares: multiplicative parts need positive data, and an additive error with a
 * multiplicative season is left out because its variance can be infinite.
 */
export function admissibleForms(positive: boolean, seasonal: boolean): readonly EtsForm[] {
  const forms: EtsForm[] = [];
  for (const season of seasonal ? (['N', 'A', 'M'] as const) : (['N'] as const)) {
    for (const error of ['A', 'M'] as const) {
      if (!positive && (error === 'M' || season === 'M')) continue;
      if (error === 'A' && season === 'M') continue;
      forms.push({ error, trend: 'N', damped: false, season });
      forms.push({ error, trend: 'A', damped: false, season });
      forms.push({ error, trend: 'A', damped: true, season });
    }
  }
  return forms;
}

/** Where the search for initial states begins; the recursion itself moves them later. */
export type EtsStart = Pick<EtsParameters, 'level' | 'slope' | 'season'>;

/**
 * Heuristic initial states: seasonal means around a centred moving average of the first seasons, then a straight line
 * through the first adjusted observations (Hyndman, Koehler, Ord and Snyder 2008, "Forecasting with exponential
 * smoothing: the state space approach", section 2.6.1).
 */
export function etsStart(y: Float64Array, period: number, season: 'N' | 'A' | 'M', trend: boolean): EtsStart {
  const states = season === 'N' ? new Float64Array(1) : firstSeason(y, period, season === 'M');
  const span = Math.min(y.length, Math.max(10, season === 'N' ? 10 : 2 * period));
  let sumX = 0;
  let sumY = 0;
  let sumXX = 0;
  let sumXY = 0;
  for (let t = 0; t < span; t += 1) {
    const state = states[t % states.length] as number;
    const raw = y[t] as number;
    const adjusted = season === 'N' ? raw : season === 'A' ? raw - state : raw / state;
    sumX += t + 1;
    sumY += adjusted;
    sumXX += (t + 1) * (t + 1);
    sumXY += (t + 1) * adjusted;
  }
  const spread = span * sumXX - sumX * sumX;
  if (!trend || spread === 0) return { level: sumY / span, slope: 0, season: states };
  const slope = (span * sumXY - sumX * sumY) / spread;
  return { level: (sumY - slope * sumX) / span, slope, season: states };
}

function firstSeason(y: Float64Array, period: number, multiplicative: boolean): Float64Array {
  const span = Math.min(y.length, 3 * period);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  const half = period >> 1;
  for (let t = half; t + half < span; t += 1) {
    let total = 0;
    for (let i = t - half; i <= t + half; i += 1) {
      const edge = period % 2 === 0 && (i === t - half || i === t + half);
      total += (y[i] as number) * (edge ? 0.5 : 1);
    }
    const mean = total / period;
    const raw = y[t] as number;
    const slot = t % period;
    sums[slot] = (sums[slot] as number) + (multiplicative ? raw / mean : raw - mean);
    counts[slot] = (counts[slot] as number) + 1;
  }
  const neutral = multiplicative ? 1 : 0;
  let mean = 0;
  for (let i = 0; i < period; i += 1) {
    const count = counts[i] as number;
    sums[i] = count === 0 ? neutral : (sums[i] as number) / count;
    mean += (sums[i] as number) / period;
  }
  for (let i = 0; i < period; i += 1) {
    const value = sums[i] as number;
    sums[i] = multiplicative ? Math.max(0.01, value / mean) : value - mean;
  }
  return sums;
}
