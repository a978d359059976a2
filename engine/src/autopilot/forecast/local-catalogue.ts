import { autoArimaForecaster } from '../../local/arima/arima.ts';
import { arRidge } from '../../local/autoregression/ar-ridge.ts';
import { drift, movingAverage, naive, seasonalNaive } from '../../local/baselines/baselines.ts';
import { deseasonalisedNaive } from '../../local/baselines/deseasonalised-naive.ts';
import { autoEtsForecaster, comb, dampedTrend, holt, ses } from '../../local/ets/ets.ts';
import type { Forecaster } from '../../local/forecaster.ts';
import { dynamicOptimisedTheta, optimisedTheta, theta } from '../../local/theta/theta.ts';
import { EngineProblem } from '../../problems/engine-problem.ts';

/** Every local model the autopilot can use, by its stable name. */
export const LOCAL_FORECASTERS: readonly Forecaster[] = [
  naive,
  seasonalNaive,
  drift,
  movingAverage,
  deseasonalisedNaive,
  theta,
  optimisedTheta,
  dynamicOptimisedTheta,
  ses,
  holt,
  dampedTrend,
  comb,
  autoEtsForecaster as Forecaster,
  arRidge as Forecaster,
  autoArimaForecaster as Forecaster,
];

export function localForecasterNamed(name: string): Forecaster {
  const found = LOCAL_FORECASTERS.find((forecaster) => forecaster.name === name);
  if (found !== undefined) return found;
  throw new EngineProblem(
    'forecast.unknown-model',
    `There is no local model "${name}". Known: ${LOCAL_FORECASTERS.map((one) => one.name).join(', ')}.`,
  );
}
