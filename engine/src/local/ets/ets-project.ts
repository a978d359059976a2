import type { Projection } from '../local-model.ts';
import type { EtsForm, EtsParameters } from './ets-form.ts';

/** Runs the recursion over the history with given parameters, then on from its last state. */
export function projectEts(y: Float64Array, form: EtsForm, parameters: EtsParameters, horizon: number): Projection {
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
  const mean = new Float64Array(horizon);
  let reach = 0;
  let weight = 1;
  for (let h = 0; h < horizon; h += 1) {
    weight *= phi;
    reach += weight;
    const line = level + reach * slope;
    const state = season[(n + h) % period] as number;
    mean[h] = multiplicative ? line * state : line + state;
  }
  return { mean, fitted };
}
