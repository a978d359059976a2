import type { Frame } from '../frame/frame.ts';
import { EnsembleModel } from '../gbdt/ensemble-model.ts';
import { encodeFrame } from '../gbdt/feature.ts';
import type { Contributions, LinearModel } from '../linear/linear-model.ts';
import type { Fitted } from '../model/estimator.ts';
import type { Random } from '../random/random.ts';
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

const isLinear = (model: Fitted): model is LinearModel => 'contributions' in model;

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
