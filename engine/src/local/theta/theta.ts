import { flatLevel } from '../components.ts';
import { seasonallyAdjusted } from '../decomposition/seasonal-adjustment.ts';
import type { Forecaster } from '../forecaster.ts';
import { localForecaster, type Projection } from '../local-model.ts';
import { fitTheta, GrowingLine, linesOf, type ThetaParameters } from './theta-fit.ts';

function thetaForecaster(name: string, title: string, dynamic: boolean, optimised: boolean): Forecaster {
  const project = (learned: Float64Array, y: Float64Array, horizon: number): ThetaProjection => {
    const [alpha, level, omega] = learned as unknown as readonly [number, number, number];
    return projectTheta(y, { alpha, level, omega }, dynamic, horizon);
  };
  return localForecaster(
    seasonallyAdjusted({
      name,
      title,
      params: {},
      leastRows: 4,
      learn(y) {
        const { alpha, level, omega } = fitTheta(y, dynamic, optimised);
        return Float64Array.of(alpha, level, omega);
      },
      project,
      components(learned, y, horizon) {
        const { mean, level } = project(learned, y, horizon);
        return [flatLevel(level, horizon), { kind: 'trend', values: mean.map((value) => value - level) }];
      },
      detail: (learned) => `${title} (theta ${(1 / (1 - (learned[2] as number))).toPrecision(3)})`,
    }),
  );
}

/**
 * Theta method, winner of the M3 competition: the mean of a trend line and of exponential smoothing of the series with its
 * curvature doubled (Assimakopoulos and Nikolopoulos 2000, "The theta model: a decomposition approach to forecasting",
 * International Journal of Forecasting 16).
 */
export const theta = thetaForecaster('theta', 'Theta', false, false);
/**
 * Theta estimated together with the smoothing weight (Fiorucci, Pellegrini, Louzada, Petropoulos and Koehler 2016, "Models
 * for optimising the theta method and their relationship to state space models", International Journal of Forecasting 32).
 */
export const optimisedTheta = thetaForecaster('optimised-theta', 'Optimised Theta', false, true);
/** The same with a trend line that is updated row by row instead of being fixed at the end (the same paper). */
export const dynamicOptimisedTheta = thetaForecaster('dynamic-optimised-theta', 'Dynamic optimised Theta', true, true);

/** The projection, and the smoothed level where the history ends. */
interface ThetaProjection extends Projection {
  readonly level: number;
}

/** One-step forecasts of the history, then on with each forecast taken as the next observation. */
function projectTheta(y: Float64Array, p: ThetaParameters, dynamic: boolean, horizon: number): ThetaProjection {
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
