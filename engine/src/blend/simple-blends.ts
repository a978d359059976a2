import { type Blend, type BlendData, modelErrors, ranking, share } from './blend-data.ts';

/**
 * The mean of the best `top` models: errors of different models cancel in part (Bates and Granger 1969, "The combination
 * of forecasts", Operational Research Quarterly 20).
 */
export function averageBlend(data: BlendData, top = data.models.length): Blend {
  const best = new Set(ranking(modelErrors(data)).slice(0, top));
  const weights = data.models.map((_, m) => (best.has(m) ? 1 / best.size : 0));
  return { kind: 'weights', models: data.models, weights };
}

/** Median of the best `top` models: one model gone astray cannot move it. */
export function medianBlend(data: BlendData, top = 5): Blend {
  const best = ranking(modelErrors(data)).slice(0, top);
  return { kind: 'median', models: best.map((m) => data.models[m] as string) };
}

/** Weights fall with the backtest error: one over its `power`. Models worse than twice the best get none. */
export function errorBlend(data: BlendData, power = 4): Blend {
  return { kind: 'weights', models: data.models, weights: errorWeights(modelErrors(data), power) };
}

export function errorWeights(errors: readonly number[], power: number): number[] {
  const best = Math.min(...errors);
  // A perfect model (constant data) would make the rest infinite times worse; then the perfect ones share.
  if (!(best > 0)) return share(errors.map((error) => (error > 0 ? 0 : 1)));
  return share(errors.map((error) => (error > 2 * best ? 0 : (best / error) ** power)));
}

/**
 * Non-negative least squares over the scaled errors with weights that sum to one, so that a blend of unbiased models
 * stays unbiased. `ridge` pulls the weights together, which matters because good models forecast nearly the same.
 * Solved by exact moves of weight between the two models whose slopes differ most (as in Platt 1998, "Sequential minimal
 * optimization: a fast algorithm for training support vector machines"): nearly collinear models do not slow it down as
 * they do coordinate descent. Blending by such a regression: Wolpert 1992, "Stacked generalization", Neural Networks 5,
 * and Breiman 1996, "Stacked regressions", Machine Learning 24.
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

interface GreedySettings {
  /** Models added in turn, the same one more than once if that helps most. */
  readonly steps: number;
  /** The best models the search starts from, with equal weights; guards against luck in the first steps. */
  readonly start: number;
}

/**
 * Ensemble selection with replacement: adds the model that lowers the scaled absolute error of the running average most
 * (Caruana et al. 2004, "Ensemble selection from libraries of models", ICML).
 */
export function greedyBlend(data: BlendData, settings: GreedySettings = { steps: 40, start: 2 }): Blend {
  const cells = data.actual.length;
  const counts = new Float64Array(data.models.length);
  const sum = new Float64Array(cells);
  const add = (m: number): void => {
    counts[m] = (counts[m] as number) + 1;
    const forecast = data.forecasts[m] as Float64Array;
    for (let c = 0; c < cells; c++) sum[c] = (sum[c] as number) + (forecast[c] as number);
  };
  const start = ranking(modelErrors(data)).slice(0, settings.start);
  start.forEach(add);
  let members = start.length;
  let bestCounts = counts.slice();
  let best = errorWith(data, sum, undefined, members);
  for (let step = 0; step < settings.steps; step++) {
    let winner = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (let m = 0; m < data.models.length; m++) {
      const error = errorWith(data, sum, data.forecasts[m], members + 1);
      if (error < lowest) {
        lowest = error;
        winner = m;
      }
    }
    add(winner);
    members++;
    if (lowest < best) {
      best = lowest;
      bestCounts = counts.slice();
    }
  }
  const total = bestCounts.reduce((all, count) => all + count, 0);
  return { kind: 'weights', models: data.models, weights: Array.from(bestCounts, (count) => count / total) };
}

/** Error of the average of what is in `sum` and one more forecast. */
function errorWith(data: BlendData, sum: Float64Array, extra: Float64Array | undefined, members: number): number {
  const { actual, weight } = data;
  let error = 0;
  for (let c = 0; c < sum.length; c++) {
    const total = extra === undefined ? (sum[c] as number) : (sum[c] as number) + (extra[c] as number);
    error += (weight[c] as number) * Math.abs(total / members - (actual[c] as number));
  }
  return error / sum.length;
}
