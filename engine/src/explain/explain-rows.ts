import { type Random, shuffle } from '../core/random.ts';
import { budgetSpent, type Run } from '../core/run.ts';
import type { Fitted } from '../estimators/estimator.ts';
import type { Contributions } from '../estimators/linear/linear-model.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import { encodeFrame } from '../estimators/trees/feature.ts';
import { type Frame, takeRows } from '../frame/frame.ts';
import { isLinear } from './describe-model.ts';
import { sampledShapley } from './sampled-shapley.ts';
import { addTreeShap, expectedScores } from './tree-shap.ts';

/** Exact Shapley values of every row, on the scale of the scores (before the link). */
export function explainTrees(model: EnsembleModel, x: Frame): Contributions {
  const { ensemble } = model;
  const { features, trees, starts, scale } = ensemble;
  const outputs = starts.length;
  const matrix = encodeFrame(features, x);
  // A text is several features but one column: what its words add is told as one sum.
  const columns = [...new Set(features.map(({ name }) => name))];
  const places = new Map(columns.map((name, at) => [name, at]));
  const placeOf = features.map(({ name }) => places.get(name) as number);
  const values = new Float64Array(x.rows * outputs * columns.length);
  const parts = new Float64Array(outputs * features.length);
  for (let row = 0; row < x.rows; row += 1) {
    parts.fill(0);
    trees.forEach((tree, i) => {
      addTreeShap(tree, matrix, row * features.length, scale, parts, (i % outputs) * features.length);
    });
    parts.forEach((part, i) => {
      const output = Math.floor(i / features.length);
      const at = (row * outputs + output) * columns.length + (placeOf[i % features.length] as number);
      values[at] = (values[at] as number) + part;
    });
  }
  return { columns, base: expectedScores(ensemble), values };
}

export interface Background {
  /** Rows that stand for "not knowing a column": a sample of the training rows. */
  readonly rows: Frame;
  readonly random: Random;
  /** Orders of columns tried per row; twice as many model answers per column are needed. */
  readonly orders?: number;
}

/**
 * Why a model answers as it does: what each column adds to each answer. Trees and linear models are explained exactly
 * on the scale of their scores; any other model by sampling, on the scale of its answers.
 */
export function explainRows(model: Fitted, x: Frame, background: Background): Contributions {
  if (model instanceof EnsembleModel) return explainTrees(model, x);
  if (isLinear(model)) return model.contributions(x);
  return sampledShapley(model, x, background.rows, background.random, background.orders ?? 16);
}

export interface FeatureImpact {
  readonly column: string;
  /** How much worse the error gets when the column's cells are shuffled among the rows. */
  readonly loss: number;
  /** The same as a share of the greatest. */
  readonly normalised: number;
}

export interface ImpactQuestion {
  readonly x: Frame;
  /** Error of the answers for these rows; smaller is better. */
  readonly error: (answers: Float64Array) => number;
  /** Shuffles per column. */
  readonly repeats?: number;
}

/**
 * Feature impact as permutation importance: how much worse a model gets when the cells of a column are shuffled, greatest
 * first (Breiman 2001, see `randomForest`; Fisher, Rudin and Dominici 2019, "All models are wrong, but many are useful",
 * Journal of Machine Learning Research 20). When the time budget ends, the columns not reached yet are left out.
 */
export function featureImpact(model: Fitted, { x, error, repeats = 3 }: ImpactQuestion, run: Run): FeatureImpact[] {
  const losses = shuffleLosses(model, x, (answers) => [error(answers)], repeats, run);
  return rank(losses.map(({ column, losses: [loss = 0] }) => ({ column, loss })));
}

export interface ClassImpactQuestion {
  readonly x: Frame;
  /** Class number of each row. */
  readonly y: Float64Array;
  readonly classes: number;
  readonly weight?: Float64Array;
  readonly repeats?: number;
}

const LEAST_CHANCE = 1e-15;

/** Log loss of each class against all others, by the chances a model gives (rows x classes). */
function oneVersusRest({ y, classes, weight }: ClassImpactQuestion, answers: Float64Array): number[] {
  const sums = new Array<number>(classes).fill(0);
  let total = 0;
  y.forEach((label, row) => {
    const share = weight?.[row] ?? 1;
    total += share;
    for (let k = 0; k < classes; k += 1) {
      const chance = answers[row * classes + k] as number;
      sums[k] = (sums[k] as number) - share * Math.log(Math.max(LEAST_CHANCE, label === k ? chance : 1 - chance));
    }
  });
  return sums.map((sum) => (total > 0 ? sum / total : 0));
}

/** Feature impact for each class: how much worse the class is told from all others (log loss) without a column. */
export function classImpact(model: Fitted, question: ClassImpactQuestion, run: Run): FeatureImpact[][] {
  const { x, classes, repeats = 3 } = question;
  const losses = shuffleLosses(model, x, (answers) => oneVersusRest(question, answers), repeats, run);
  return Array.from({ length: classes }, (_, k) =>
    rank(losses.map(({ column, losses: of }) => ({ column, loss: of[k] as number }))),
  );
}

/** Mean change of each error when the cells of a column are shuffled, column by column. */
function shuffleLosses(
  model: Fitted,
  x: Frame,
  errors: (answers: Float64Array) => readonly number[],
  repeats: number,
  run: Run,
): { column: string; losses: number[] }[] {
  const before = errors(model.predict(x));
  const found: { column: string; losses: number[] }[] = [];
  for (const [at, { name }] of x.columns.entries()) {
    if (budgetSpent(run) && at > 0) break;
    const sums = before.map(() => 0);
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const rows = Int32Array.from({ length: x.rows }, (_, row) => row);
      const order = shuffle(rows, run.random.fork(`impact ${name} ${repeat}`));
      const [shuffled] = takeRows({ rows: x.rows, columns: x.columns.slice(at, at + 1) }, order).columns;
      const columns = x.columns.map((column) => (column.name === name && shuffled !== undefined ? shuffled : column));
      errors(model.predict({ rows: x.rows, columns })).forEach((error, k) => {
        sums[k] = (sums[k] as number) + error - (before[k] as number);
      });
    }
    found.push({ column: name, losses: sums.map((sum) => sum / repeats) });
    run.progress?.((at + 1) / x.columns.length);
  }
  return found;
}

function rank(losses: { column: string; loss: number }[]): FeatureImpact[] {
  losses.sort((a, b) => b.loss - a.loss || (a.column < b.column ? -1 : 1));
  const most = Math.max(losses[0]?.loss ?? 0, 0);
  return losses.map(({ column, loss }) => ({ column, loss, normalised: most > 0 ? loss / most : 0 }));
}
