import { EngineProblem } from '../core/engine-problem.ts';
import { autoArimaForecaster } from './arima/arima.ts';
import { arRidge } from './autoregression/ar-ridge.ts';
import { deseasonalisedNaive, drift, movingAverage, naive, seasonalNaive } from './baselines/baselines.ts';
import { seasonalDecomposition } from './decomposition/seasonal-decomposition.ts';
import { autoEtsForecaster, comb, dampedTrend, holt, ses } from './ets/ets.ts';
import type { Forecaster } from './forecaster.ts';
import { adida, croston, tsb } from './intermittent/intermittent.ts';
import { dynamicOptimisedTheta, optimisedTheta, theta } from './theta/theta.ts';

/** Every local forecaster, cheapest first. Names are never reused, so that old files keep their meaning. */
export const localForecasters: readonly Forecaster[] = [
  naive,
  seasonalNaive,
  drift,
  movingAverage,
  deseasonalisedNaive,
  theta,
  optimisedTheta,
  dynamicOptimisedTheta,
  arRidge,
  ses,
  holt,
  dampedTrend,
  comb,
  croston,
  tsb,
  adida,
  seasonalDecomposition,
  autoEtsForecaster,
  autoArimaForecaster,
];

export function localForecaster(name: string): Forecaster {
  const found = localForecasters.find((forecaster) => forecaster.name === name);
  if (found === undefined) {
    const known = localForecasters.map((forecaster) => forecaster.name).join(', ');
    throw new EngineProblem('forecaster.unknown', `There is no forecaster "${name}". Use one of: ${known}.`);
  }
  return found;
}
