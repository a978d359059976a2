import type { Projection } from '../local-model.ts';
import type { ThetaParameters } from './theta-fit.ts';
import { GrowingLine, linesOf } from './theta-lines.ts';

/** The projection, and the smoothed level where the history ends. */
export interface ThetaProjection extends Projection {
  readonly level: number;
}

/** One-step forecasts of the history, then on with each forecast taken as the next observation. */
export function projectTheta(y: Float64Array, p: ThetaParameters, dynamic: boolean, horizon: number): ThetaProjection {
  const n = y.length;
  const { intercept, slope } = linesOf(y, dynamic);
  const fitted = new Float64Array(n).fill(Number.NaN);
  const mean = new Float64Array(horizon);
  const line = new GrowingLine();
  for (const value of y) line.add(value);
  let level = p.level;
  let memory = 1;
  let lastLevel = level;
  for (let t = 0; t < n + horizon; t += 1) {
    const a = t < n ? (intercept[t] as number) : line.intercept;
    const b = t < n ? (slope[t] as number) : line.slope;
    const fit = level + p.omega * (memory * a + ((1 - memory * (1 - p.alpha)) / p.alpha) * b);
    const value = t < n ? (y[t] as number) : fit;
    if (t >= n) {
      mean[t - n] = fit;
      if (dynamic) line.add(fit);
    } else if (t > 1) {
      fitted[t] = fit;
    }
    level += p.alpha * (value - level);
    memory *= 1 - p.alpha;
    if (t === n - 1) lastLevel = level;
  }
  return { mean, fitted, level: lastLevel };
}
