import type { EtsForm, EtsParameters } from './ets-form.ts';

/** Origins start after the initial states have lost their influence. */
const WARM_SHARE = 0.25;

/**
 * Mean absolute error of forecasts 1 to `lead` steps ahead from every later row of the history, with the parameters held
 * fixed. One-step likelihoods reward forms that cannot be extrapolated; this does not (Xia and Tong, Feature matching in
 * time series modeling, 2011, argue for such catch-all errors when no model is true).
 */
export function leadError(y: Float64Array, form: EtsForm, p: EtsParameters, lead: number): number {
  const { alpha, beta, gamma, phi } = p;
  const multiplicative = form.season === 'M';
  const season = form.season === 'N' ? new Float64Array(1) : Float64Array.from(p.season);
  const period = season.length;
  const n = y.length;
  const first = Math.min(n - 1, Math.max(2 * lead, Math.floor(n * WARM_SHARE)));
  let level = p.level;
  let slope = p.slope;
  let sum = 0;
  let count = 0;
  for (let t = 0; t < n; t += 1) {
    if (t >= first) {
      const steps = Math.min(lead, n - t);
      let line = level;
      let push = slope;
      let slot = t % period;
      for (let h = 0; h < steps; h += 1) {
        push *= phi;
        line += push;
        const state = season[slot] as number;
        sum += Math.abs((y[t + h] as number) - (multiplicative ? line * state : line + state));
        slot = slot + 1 === period ? 0 : slot + 1;
      }
      count += steps;
    }
    const slot = t % period;
    const state = season[slot] as number;
    const line = level + phi * slope;
    const miss = (y[t] as number) - (multiplicative ? line * state : line + state);
    const moved = multiplicative ? miss / state : miss;
    level = line + alpha * moved;
    slope = phi * slope + beta * moved;
    season[slot] = state + gamma * (multiplicative ? miss / line : miss);
  }
  return sum / count;
}
