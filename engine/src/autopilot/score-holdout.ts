import { applyBlend, type Blend, usedModels } from '../blend/blend-data.ts';
import type { Run } from '../core/run.ts';
import { fitBlueprintOn } from '../forecasting/backtest-blueprint.ts';
import type { ForecastBlueprint } from '../forecasting/blueprint.ts';
import type { ForecastProblem } from '../forecasting/problem.ts';
import { atCells, type ForecastScores, judgedCells, scoreForecasts } from '../forecasting/score.ts';
import { cutPanel } from '../series/panel.ts';
import { distancesOf } from '../series/windows.ts';

/** Scores of a chosen blend on the holdout: its models are learned on everything before it and see nothing of it. */
export async function scoreHoldout(
  problem: ForecastProblem,
  blueprints: readonly ForecastBlueprint[],
  blend: Blend,
  run: Run,
): Promise<ForecastScores | undefined> {
  const { holdout } = problem.plan;
  if (holdout === undefined) return undefined;
  const cells = judgedCells(problem.panel, holdout, problem.context);
  if (cells.actual.length === 0) return undefined;
  const panel = cutPanel(problem.panel, holdout.lengths);
  const distances = distancesOf(problem.context.windows).length;
  const taking = problem.panel.series.flatMap((_, s) => ((holdout.lengths[s] as number) > 0 ? [s] : []));
  const used = new Set(usedModels(blend));
  const forecasts: Float64Array[] = [];
  for (const id of blend.models) {
    const blueprint = blueprints.find((one) => one.id === id);
    const idle = new Float64Array(taking.length * distances);
    if (blueprint === undefined || !used.has(id)) forecasts.push(idle);
    else forecasts.push((await fitBlueprintOn(problem, blueprint, holdout.trainLengths, run)).forecast(panel));
  }
  const blended = applyBlend(blend, forecasts, (c) => taking[Math.floor(c / distances)] as number);
  return scoreForecasts(atCells(blended, cells), cells);
}
