import type { Fitted } from '../estimators/estimator.ts';
import type { Contributions } from '../estimators/linear/linear-model.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import type { Frame } from '../frame/frame.ts';
import { isLinear } from './describe-model.ts';
import { type Background, explainRows } from './explain-rows.ts';
import { sampledShapley } from './sampled-shapley.ts';

/** The scale on which base and values add up: predictions are its inverse link. */
export type ShapLink = 'identity' | 'logit' | 'log' | 'softmax';

/**
 * Shapley values of every row (Lundberg and Lee 2017, "A unified approach to interpreting model predictions", NeurIPS):
 * what each column adds, compared with not knowing it. With `base` they add up to the prediction on the scale of `link`.
 * Trees are exact (`tree-shap.ts`), linear models too (coefficient x distance from the mean); other models, blends and
 * forests of several classes among them, are sampled (`sampled-shapley.ts`) on the scale of their predictions.
 */
export interface ShapValues extends Contributions {
  readonly link: ShapLink;
}

export function shapValues(model: Fitted, x: Frame, background: Background): ShapValues {
  const { rows, random, orders = 16 } = background;
  // The classes of a forest are voted on apart and then made to add up to 1: no scale on which that is a sum.
  if (model instanceof EnsembleModel && model.ensemble.link === 'normalise' && model.ensemble.starts.length > 1) {
    return { ...sampledShapley(model, x, rows, random, orders), link: 'identity' };
  }
  const made = explainRows(model, x, background);
  if (isLinear(model)) return { ...made, link: model.state.link };
  if (!(model instanceof EnsembleModel)) return { ...made, link: 'identity' };
  const { link } = model.ensemble;
  // The score of isolation is a depth, and its prediction 2 ^ -depth.
  if (link === 'isolation') {
    const toLog = (value: number) => -Math.LN2 * value;
    return { columns: made.columns, base: made.base.map(toLog), values: made.values.map(toLog), link: 'log' };
  }
  return { ...made, link: link === 'normalise' ? 'identity' : link };
}

/** Sums of base and values, row by row and output by output, on the scale of the link. */
export function shapSums({ columns, base, values }: Contributions): Float64Array {
  const width = columns.length;
  const outputs = base.length;
  const rows = width === 0 ? 0 : values.length / (width * outputs);
  return Float64Array.from({ length: rows * outputs }, (_, at) => {
    let sum = base[at % outputs] as number;
    for (let c = 0; c < width; c += 1) sum += values[at * width + c] as number;
    return sum;
  });
}

export interface ShapImpact {
  readonly column: string;
  /** Mean size of the column's values; with several outputs their sum. */
  readonly impact: number;
  /** The same as a share of the greatest. */
  readonly normalised: number;
}

/** Columns by the mean size of their Shapley values, greatest first. */
export function shapImpact({ columns, base, values }: Contributions): ShapImpact[] {
  const width = columns.length;
  const rows = width === 0 ? 0 : values.length / (width * base.length);
  const sums = new Float64Array(width);
  values.forEach((value, at) => {
    sums[at % width] = (sums[at % width] as number) + Math.abs(value);
  });
  const impacts = columns.map((column, c) => ({ column, impact: rows === 0 ? 0 : (sums[c] as number) / rows }));
  const most = impacts.reduce((max, { impact }) => Math.max(max, impact), 0);
  return impacts
    .map((one) => ({ ...one, normalised: most > 0 ? one.impact / most : 0 }))
    .sort((a, b) => b.impact - a.impact || (a.column < b.column ? -1 : 1));
}
