import type { BlendData } from '../blend/blend-data.ts';
import type { Run } from '../core/run.ts';
import type { Residuals } from '../intervals/conformal.ts';
import { naiveScale } from '../metrics/point-errors.ts';
import { cutPanel, filledHistory, type Panel } from '../series/panel.ts';
import type { EvaluationPart } from '../series/windows.ts';
import type { ForecastBlueprint } from './blueprint.ts';
import { forecasterOf } from './forecaster-of.ts';
import type { PanelModel } from './panel-model.ts';
import type { ForecastProblem } from './problem.ts';
import {
  atCells,
  concat,
  type EvaluatedCells,
  evaluatedCells,
  type ForecastScores,
  joinCells,
  scoreForecasts,
} from './score.ts';

/** What one blueprint forecast in one backtest. */
export interface BacktestResult {
  readonly blueprint: string;
  readonly backtest: string;
  readonly scores: ForecastScores;
  readonly cells: EvaluatedCells;
  /** Forecasts of the evaluated cells. */
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

/** Learns before a part, forecasts from every forecast point in it, and compares with what happened. */
export async function backtestBlueprint(
  problem: ForecastProblem,
  blueprint: ForecastBlueprint,
  part: EvaluationPart,
  run: Run,
): Promise<BacktestResult> {
  const model = await fitBlueprintOn(problem, blueprint, part.trainLengths, run);
  const points = part.points.map((point) => {
    const cells = evaluatedCells(problem.panel, point, problem.context);
    return { cells, predicted: atCells(model.forecast(cutPanel(problem.panel, point.lengths)), cells) };
  });
  const cells = joinCells(points.map((point) => point.cells));
  const predicted = concat(points.map((point) => point.predicted));
  return { blueprint: blueprint.id, backtest: part.name, scores: scoreForecasts(predicted, cells), cells, predicted };
}

/** Puts the results of several blueprints over the same backtests side by side: what blends are learned from. */
export function blendDataOf(results: ReadonlyMap<string, readonly BacktestResult[]>): BlendData {
  const models = [...results.keys()];
  const windows = results.get(models[0] as string) ?? [];
  const joined = (of: (result: BacktestResult) => Float64Array, model: string): Float64Array =>
    concat((results.get(model) ?? []).map(of));
  const first = models[0] as string;
  return {
    models,
    forecasts: models.map((model) => joined(({ predicted }) => predicted, model)),
    actual: joined(({ cells }) => cells.actual, first),
    weight: joined(({ cells }) => cells.weight, first),
    series: Int32Array.from(windows.flatMap(({ cells }) => Array.from(cells.series))),
    window: Int32Array.from(windows.flatMap(({ cells }, w) => Array.from(cells.series, () => w))),
  };
}

/** Errors of blended forecasts over the same cells, for the intervals. */
export function residualsOf(
  panel: Panel,
  period: number,
  windows: readonly BacktestResult[],
  blended: Float64Array,
): Residuals {
  const actual = concat(windows.map(({ cells }) => cells.actual));
  return {
    error: actual.map((value, c) => value - (blended[c] as number)),
    series: Int32Array.from(windows.flatMap(({ cells }) => Array.from(cells.series))),
    window: Int32Array.from(windows.flatMap(({ cells }, w) => Array.from(cells.series, () => w))),
    distance: Int32Array.from(windows.flatMap(({ cells }) => Array.from(cells.distance))),
    noise: Float64Array.from(panel.series, ({ target }) => seriesNoise(target, period)),
  };
}

/** Mean absolute change over one season: the size of a series' own noise. */
export function seriesNoise(target: Float64Array, period: number): number {
  const history = filledHistory(target, period);
  const noise = naiveScale(history, history.length > period ? period : 1);
  return Number.isFinite(noise) ? noise : 0;
}
