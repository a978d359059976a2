import type { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import type { Random } from '../core/random.ts';
import type { Fitted } from '../estimators/estimator.ts';
import { type ModelReaders, readNested, writeNested } from '../estimators/model-file.ts';
import { type Frame, takeRows, takeValues } from '../frame/frame.ts';
import { deriveRows, normalisedTargets } from '../series/derive.ts';
import type { Panel } from '../series/panel.ts';
import type { Recipe } from '../series/recipe.ts';
import { targetsOf, trainingPlan } from '../series/training-plan.ts';
import type { Windows } from '../series/windows.ts';
import { readWindows, writeWindows } from './panel-model.ts';

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
}

/** Too few rows make a global model forecast its own noise. */
export const FEWEST_ROWS = 30;

interface RowSettings {
  readonly distances: readonly number[];
  readonly maxRows: number;
  readonly distancesPerOrigin: number;
  readonly periods: readonly number[];
  /** Place of the first cell to learn, by series; all of them when absent. */
  readonly from?: ArrayLike<number>;
}

/** Rows (series, origin, distance) with features, and what each is to answer. */
export function trainingRows(
  panel: Panel,
  recipe: Recipe,
  { distances, maxRows, distancesPerOrigin, periods, from }: RowSettings,
  random: Random,
): { x: Frame; y: Float64Array } {
  const minHistory = (periods.at(-1) ?? 1) + 2;
  const settings = { distances, maxRows, distancesPerOrigin, minHistory };
  const plan = trainingPlan(panel, from === undefined ? settings : { ...settings, from }, random);
  const rows = deriveRows(panel, recipe, plan);
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

/** A text of the format that no model has ever used. */
const RESERVED = '';

/** The recipe is small and describes itself, so it is kept as text; the models are binary. */
export function writeGlobalPanel(to: BinaryWriter, parts: GlobalParts): void {
  to.text(parts.learner);
  to.text(RESERVED);
  writeWindows(to, parts.windows);
  to.f64s(Float64Array.from(parts.periods));
  to.text(JSON.stringify(parts.recipe));
  to.u32(parts.blocks.length);
  for (const { distances, members } of parts.blocks) {
    to.i32s(Int32Array.from(distances));
    to.u32(members.length);
    for (const member of members) writeNested(to, parts.learner, member);
  }
}

export function readGlobalParts(from: BinaryReader, models: ModelReaders): GlobalParts {
  const learner = from.text();
  from.text(); // reserved
  const windows = readWindows(from);
  const periods = Array.from(from.f64s());
  const recipe = JSON.parse(from.text()) as Recipe;
  const blocks = Array.from({ length: from.u32() }, (): Block => {
    const distances = Array.from(from.i32s());
    const members = Array.from({ length: from.u32() }, () => readNested(from, models).model);
    return { distances, members };
  });
  return { learner, windows, periods, recipe, blocks };
}
