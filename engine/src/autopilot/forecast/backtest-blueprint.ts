import type { Run } from '../../model/estimator.ts';
import type { Backtest } from '../../series/backtests.ts';
import { cutPanel } from '../../series/panel.ts';
import type { ForecastBlueprint } from './blueprint.ts';
import { forecasterOf } from './forecaster-of.ts';
import type { PanelModel } from './panel-model.ts';
import type { ForecastProblem } from './problem.ts';
import { atCells, type ForecastScores, type JudgedCells, judgedCells, scoreForecasts } from './score.ts';

/** What one blueprint forecast in one backtest. */
export interface BacktestResult {
  readonly blueprint: string;
  readonly backtest: string;
  readonly scores: ForecastScores;
  readonly cells: JudgedCells;
  /** Forecasts of the judged cells. */
  readonly predicted: Float64Array;
}

/** Learns a blueprint on the cells a backtest allows. */
export function fitBlueprintOn(
  problem: ForecastProblem,
  blueprint: ForecastBlueprint,
  lengths: ArrayLike<number>,
  run: Run,
): Promise<PanelModel> {
  const forecaster = forecasterOf(blueprint, problem.shape);
  const panel = cutPanel(problem.panel, lengths);
  return forecaster.fit(panel, problem.context, { ...run, random: run.random.fork(blueprint.id) });
}

/** Learns a blueprint on all data: the model for deployment. */
export function refitBlueprint(problem: ForecastProblem, blueprint: ForecastBlueprint, run: Run): Promise<PanelModel> {
  const all = problem.panel.series.map(({ target }) => target.length);
  return fitBlueprintOn(problem, blueprint, all, run);
}

/** Learns before the forecast point of a backtest, forecasts from it, and compares with what happened. */
export async function backtestBlueprint(
  problem: ForecastProblem,
  blueprint: ForecastBlueprint,
  backtest: Backtest,
  run: Run,
): Promise<BacktestResult> {
  const model = await fitBlueprintOn(problem, blueprint, backtest.trainLengths, run);
  const forecasts = model.forecast(cutPanel(problem.panel, backtest.lengths));
  const cells = judgedCells(problem.panel, backtest, problem.context);
  const predicted = atCells(forecasts, cells);
  return {
    blueprint: blueprint.id,
    backtest: backtest.name,
    scores: scoreForecasts(predicted, cells),
    cells,
    predicted,
  };
}
