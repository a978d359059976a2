import { flatLevel } from '../components.ts';
import { seasonallyAdjusted } from '../decomposition/seasonal-adjustment.ts';
import { localForecaster } from '../local-model.ts';

/** The last seasonally adjusted value, with the season put back: the yardstick of the M4 competition ("Naive 2"). */
export const deseasonalisedNaive = localForecaster(
  seasonallyAdjusted({
    name: 'deseasonalised-naive',
    title: 'Last value, adjusted for season',
    params: {},
    leastRows: 1,
    learn: () => new Float64Array(0),
    project(_, y, horizon) {
      const fitted = new Float64Array(y.length).fill(Number.NaN);
      for (let t = 1; t < y.length; t += 1) fitted[t] = y[t - 1] as number;
      return { mean: new Float64Array(horizon).fill(y.at(-1) as number), fitted };
    },
    components: (_, y, horizon) => [flatLevel(y.at(-1) as number, horizon)],
    detail: () => 'last value',
  }),
);
