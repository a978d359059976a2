import type { Blend, BlendData } from './blend-data.ts';

/**
 * Non-negative least squares over the scaled errors with weights that sum to one, so that a blend of unbiased models
 * stays unbiased. `ridge` pulls the weights together, which matters because good models forecast nearly the same.
 * Solved by exact moves of weight between the two models whose slopes differ most (as in Platt 1998 for the dual of
 * support vector machines): nearly collinear models do not slow it down as they do coordinate descent.
 */
export function nnlsBlend(data: BlendData, ridge = 0.05): Blend {
  const models = data.models.length;
  const products = errorProducts(data);
  let trace = 0;
  for (let m = 0; m < models; m++) trace += (products[m * models + m] as number) / models;
  for (let m = 0; m < models; m++) {
    const at = m * models + m;
    products[at] = (products[at] as number) + ridge * trace;
  }
  const weights = new Float64Array(models).fill(1 / models);
  const slope = new Float64Array(models);
  for (let round = 0; round < 200 * models; round++) {
    for (let m = 0; m < models; m++) slope[m] = slopeAt(products, weights, m);
    const giver = extreme(slope, (m) => (weights[m] as number) > 0, 1);
    const taker = extreme(slope, () => true, -1);
    const gain = (slope[giver] as number) - (slope[taker] as number);
    if (!(gain > 1e-12 * trace)) break;
    const curve =
      (products[giver * models + giver] as number) +
      (products[taker * models + taker] as number) -
      2 * (products[giver * models + taker] as number);
    const move = Math.min(weights[giver] as number, curve > 0 ? gain / curve : Number.POSITIVE_INFINITY);
    weights[giver] = (weights[giver] as number) - move;
    weights[taker] = (weights[taker] as number) + move;
  }
  return { kind: 'weights', models: data.models, weights: Array.from(weights) };
}

function slopeAt(products: Float64Array, weights: Float64Array, model: number): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++)
    sum += (products[model * weights.length + k] as number) * (weights[k] as number);
  return sum;
}

/** Number of the model with the highest (`sign` 1) or lowest (-1) slope among those allowed. */
function extreme(slope: Float64Array, allowed: (model: number) => boolean, sign: number): number {
  let best = -1;
  for (let m = 0; m < slope.length; m++) {
    if (allowed(m) && (best < 0 || sign * (slope[m] as number) > sign * (slope[best] as number))) best = m;
  }
  return best;
}

/** Mean product of the scaled errors of each pair of models. */
function errorProducts(data: BlendData): Float64Array {
  const models = data.models.length;
  const errors = data.forecasts.map((forecast) =>
    forecast.map((value, c) => (data.weight[c] as number) * (value - (data.actual[c] as number))),
  );
  const products = new Float64Array(models * models);
  for (let a = 0; a < models; a++) {
    for (let b = a; b < models; b++) {
      let sum = 0;
      const [left, right] = [errors[a] as Float64Array, errors[b] as Float64Array];
      for (let c = 0; c < left.length; c++) sum += (left[c] as number) * (right[c] as number);
      products[a * models + b] = sum / left.length;
      products[b * models + a] = sum / left.length;
    }
  }
  return products;
}
