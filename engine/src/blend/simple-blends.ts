import { type Blend, type BlendData, modelErrors, ranking } from './blend-data.ts';

/** Equal weights for the best `top` models. */
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

/** Scales weights to a sum of one. */
export function share(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum > 0 ? weight / sum : 1 / weights.length));
}
