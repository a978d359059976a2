import type { Frame } from '../../frame/frame.ts';
import { takeRows, takeValues } from '../../frame/frame.ts';
import { EngineProblem } from '../../problems/engine-problem.ts';
import type { Random } from '../../random/random.ts';
import { normalisedTargets } from '../../series/derive.ts';
import type { Panel } from '../../series/panel.ts';
import type { Recipe } from '../../series/recipe.ts';
import { targetsOf } from '../../series/row-plan.ts';
import { trainingPlan } from '../../series/training-plan.ts';
import { rowsFor } from './global-parts.ts';

/** Too few rows make a global model forecast its own noise. */
export const FEWEST_ROWS = 30;

export interface RowSettings {
  readonly distances: readonly number[];
  readonly maxRows: number;
  readonly distancesPerOrigin: number;
  readonly periods: readonly number[];
  readonly base?: string;
  /** Place of the first cell to learn, by series; all of them when absent. */
  readonly from?: ArrayLike<number>;
}

/** Rows (series, origin, distance) with features, and what each is to answer. */
export function trainingRows(
  panel: Panel,
  recipe: Recipe,
  { distances, maxRows, distancesPerOrigin, periods, base, from }: RowSettings,
  random: Random,
): { x: Frame; y: Float64Array } {
  const minHistory = (periods.at(-1) ?? 1) + 2;
  const settings = { distances, maxRows, distancesPerOrigin, minHistory };
  const plan = trainingPlan(panel, from === undefined ? settings : { ...settings, from }, random);
  const rows = rowsFor(panel, recipe, plan, base, periods);
  const y = normalisedTargets(targetsOf(panel, plan), rows, recipe.normaliser);
  const usable = Int32Array.from(y.keys()).filter((row) => Number.isFinite(y[row] as number));
  const all = usable.length === y.length;
  return { x: all ? rows.x : takeRows(rows.x, usable), y: all ? y : takeValues(y, usable) };
}

export const tooFewRows = (panel: Panel, rows: number): EngineProblem =>
  new EngineProblem(
    'series.too-few-rows',
    `The history gives ${rows} training rows for a global model; it needs ${FEWEST_ROWS}. ` +
      `Give more history or a shorter forecast window.`,
    { column: panel.target },
  );
