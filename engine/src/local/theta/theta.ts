import { flatLevel } from '../components.ts';
import { seasonallyAdjusted } from '../decomposition/seasonal-adjustment.ts';
import type { Forecaster } from '../forecaster.ts';
import { localForecaster } from '../local-model.ts';
import { fitTheta } from './theta-fit.ts';
import { projectTheta, type ThetaProjection } from './theta-project.ts';

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

/** The winner of the M3 competition: theta 2 (Assimakopoulos and Nikolopoulos, 2000). */
export const theta = thetaForecaster('theta', 'Theta', false, false);
/** Theta estimated together with the smoothing weight. */
export const optimisedTheta = thetaForecaster('optimised-theta', 'Optimised Theta', false, true);
/** The trend line grows with the data instead of being fixed at the end. */
export const dynamicOptimisedTheta = thetaForecaster('dynamic-optimised-theta', 'Dynamic optimised Theta', true, true);
