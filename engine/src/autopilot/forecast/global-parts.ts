import type { Fitted } from '../../model/estimator.ts';
import { type DerivedRows, deriveRows } from '../../series/derive.ts';
import type { Panel } from '../../series/panel.ts';
import type { Recipe } from '../../series/recipe.ts';
import type { RowPlan } from '../../series/row-plan.ts';
import type { Windows } from '../../series/windows.ts';
import { centredOnBase } from './base-forecasts.ts';

/** The models of one block of distances. */
export interface Block {
  readonly distances: readonly number[];
  readonly members: readonly Fitted[];
}

/** What a learned global model consists of. */
export interface GlobalParts {
  readonly learner: string;
  readonly windows: Windows;
  readonly periods: readonly number[];
  readonly recipe: Recipe;
  readonly blocks: readonly Block[];
  readonly base?: string;
}

/** Derived rows, centred on a local model where there is one. */
export function rowsFor(
  panel: Panel,
  recipe: Recipe,
  plan: RowPlan,
  base: string | undefined,
  periods: readonly number[],
): DerivedRows {
  const rows = deriveRows(panel, recipe, plan);
  return base === undefined ? rows : centredOnBase(rows, panel, plan, base, periods, recipe.normaliser.transform);
}
