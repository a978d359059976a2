import { type Blend, type BlendData, modelErrors, ranking } from './blend-data.ts';

export interface GreedySettings {
  /** Models added in turn, the same one more than once if that helps most. */
  readonly steps: number;
  /** The best models the search starts from, with equal weights; guards against luck in the first steps. */
  readonly start: number;
}

/**
 * Ensemble selection with replacement (Caruana et al. 2004, "Ensemble selection from libraries of models"): adds the
 * model that lowers the error of the running average most. Minimises the scaled absolute error.
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
