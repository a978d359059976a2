import { type Component, flatLevel } from '../components.ts';
import type { Projection } from '../local-model.ts';
import type { EtsForm, EtsParameters } from './ets-form.ts';

/** Where the recursion has arrived after the history. */
interface EtsStates {
  readonly level: number;
  readonly slope: number;
  /** By place: index 0 belongs to rows that are multiples of the period. */
  readonly season: Float64Array;
  readonly fitted: Float64Array;
}

/** Runs the recursion over the history with given parameters. */
function followEts(y: Float64Array, form: EtsForm, parameters: EtsParameters): EtsStates {
  const { alpha, beta, gamma, phi } = parameters;
  const multiplicative = form.season === 'M';
  const season = form.season === 'N' ? new Float64Array(1) : Float64Array.from(parameters.season);
  const period = season.length;
  const n = y.length;
  const fitted = new Float64Array(n);
  let level = parameters.level;
  let slope = parameters.slope;
  for (let t = 0; t < n; t += 1) {
    const slot = t % period;
    const state = season[slot] as number;
    const line = level + phi * slope;
    const fit = multiplicative ? line * state : line + state;
    const miss = (y[t] as number) - fit;
    fitted[t] = fit;
    const moved = multiplicative ? miss / state : miss;
    level = line + alpha * moved;
    slope = phi * slope + beta * moved;
    season[slot] = state + gamma * (multiplicative ? miss / line : miss);
  }
  return { level, slope, season, fitted };
}

/** What the slope adds step by step. */
function trendOf({ slope }: EtsStates, { phi }: EtsParameters, horizon: number): Float64Array {
  let reach = 0;
  let weight = 1;
  return Float64Array.from({ length: horizon }, () => {
    weight *= phi;
    reach += weight;
    return reach * slope;
  });
}

/** Runs the recursion over the history with given parameters, then on from its last state. */
export function projectEts(y: Float64Array, form: EtsForm, parameters: EtsParameters, horizon: number): Projection {
  const states = followEts(y, form, parameters);
  const { level, season, fitted } = states;
  const mean = trendOf(states, parameters, horizon).map((trend, h) => {
    const state = season[(y.length + h) % season.length] as number;
    return form.season === 'M' ? (level + trend) * state : level + trend + state;
  });
  return { mean, fitted };
}

/** Level, trend and season of the forecast; a season that multiplies is told as what it adds to level and trend. */
export function etsComponents(
  y: Float64Array,
  form: EtsForm,
  parameters: EtsParameters,
  horizon: number,
): readonly Component[] {
  const states = followEts(y, form, parameters);
  const { level, season } = states;
  const trend = trendOf(states, parameters, horizon);
  const parts: Component[] = [flatLevel(level, horizon)];
  if (form.trend !== 'N') parts.push({ kind: 'trend', values: trend });
  if (form.season === 'N') return parts;
  const values = trend.map((slope, h) => {
    const state = season[(y.length + h) % season.length] as number;
    return form.season === 'M' ? (level + slope) * (state - 1) : state;
  });
  return [...parts, { kind: 'season', period: season.length, values }];
}
