import { interval, oneOf } from '../../estimators/parameters.ts';
import { flatLevel } from '../components.ts';
import { type LocalModel, localForecaster, type Projection } from '../local-model.ts';
import { lineSearch } from '../optimise/line-search.ts';

function flat(value: number, fitted: Float64Array, horizon: number): Projection {
  return { mean: new Float64Array(horizon).fill(value), fitted };
}

/** A model whose forecast is one rate of demand, for ever: all of it is level. */
const intermittentForecaster = <P extends object>(model: Omit<LocalModel<P>, 'components'>) =>
  localForecaster<P>({
    ...model,
    components(learned, y, spec, horizon) {
      return [flatLevel(model.project(learned, y, spec, 1).mean[0] as number, horizon)];
    },
  });

/**
 * Debiasing factor, because dividing two averages overestimates demand (Syntetos and Boylan 2005, "The accuracy of
 * intermittent demand estimates", International Journal of Forecasting 21).
 */
function removeBias(variant: number, alpha: number): number {
  return variant === 1 ? 1 - alpha / 2 : 1;
}

/**
 * Croston's method: for series that are mostly 0, smooths the size of demands and the time between them apart (Croston
 * 1972, "Forecasting and stock control for intermittent demands", Operational Research Quarterly 23).
 */
export const croston = intermittentForecaster<{ alpha: number; variant: 'classic' | 'sba' }>({
  name: 'croston',
  title: 'Croston',
  params: { alpha: interval(0, 1, 0.1, { openLow: true }), variant: oneOf(['classic', 'sba'], 'classic') },
  leastRows: 2,
  learn: (_y, _spec, params) => Float64Array.of(params.alpha, params.variant === 'sba' ? 1 : 0),
  project([alpha = 0.1, variant = 0], y, _, horizon) {
    const factor = removeBias(variant, alpha);
    const fitted = new Float64Array(y.length).fill(Number.NaN);
    let size = 0;
    let gap = 0;
    let since = 0;
    for (let t = 0; t < y.length; t += 1) {
      if (gap > 0) fitted[t] = (factor * size) / gap;
      since += 1;
      const value = y[t] as number;
      if (value === 0) continue;
      size = gap === 0 ? value : size + alpha * (value - size);
      gap = gap === 0 ? since : gap + alpha * (since - gap);
      since = 0;
    }
    return flat(gap > 0 ? (factor * size) / gap : 0, fitted, horizon);
  },
  detail: ([, variant]) => (variant === 1 ? 'Croston, Syntetos-Boylan' : 'Croston'),
});

/**
 * TSB: smooths the size of demands and the probability of any, which falls while there is none (Teunter, Syntetos and
 * Babai 2011, "Intermittent demand: linking forecasting to inventory obsolescence", European Journal of Operational
 * Research 214).
 */
export const tsb = intermittentForecaster<{ alphaDemand: number; alphaProbability: number }>({
  name: 'tsb',
  title: 'Teunter, Syntetos and Babai',
  params: {
    alphaDemand: interval(0, 1, 0.1, { openLow: true }),
    alphaProbability: interval(0, 1, 0.1, { openLow: true }),
  },
  leastRows: 2,
  learn: (_y, _spec, params) => Float64Array.of(params.alphaDemand, params.alphaProbability),
  project([alphaDemand = 0.1, alphaProbability = 0.1], y, _, horizon) {
    const fitted = new Float64Array(y.length).fill(Number.NaN);
    let size = Number.NaN;
    let chance = y[0] === 0 ? 0 : 1;
    for (let t = 0; t < y.length; t += 1) {
      fitted[t] = chance * size;
      const value = y[t] as number;
      if (value !== 0) size = Number.isNaN(size) ? value : size + alphaDemand * (value - size);
      chance += alphaProbability * ((value === 0 ? 0 : 1) - chance);
    }
    return flat(Number.isNaN(size) ? 0 : chance * size, fitted, horizon);
  },
  detail: () => 'TSB',
});

/**
 * ADIDA: sums over blocks as long as the mean interval, smooths those, and spreads them evenly again (Nikolopoulos,
 * Syntetos, Boylan, Petropoulos and Assimakopoulos 2011, "An aggregate-disaggregate intermittent demand approach (ADIDA)
 * to forecasting", Journal of the Operational Research Society 62).
 */
export const adida = intermittentForecaster({
  name: 'adida',
  title: 'Aggregate, smooth, disaggregate',
  params: {},
  leastRows: 2,
  learn(y) {
    const intervals = intervalsOf(y);
    if (intervals.length === 0) return Float64Array.of(1, 0.1);
    const block = Math.max(1, Math.round(intervals.reduce((sum, gap) => sum + gap, 0) / intervals.length));
    const sums = blockSums(y, block);
    return Float64Array.of(block, lineSearch((alpha) => smooth(sums, alpha).error, 0.1, 0.3).x);
  },
  project([block = 1, alpha = 0.1], y, _, horizon) {
    const fitted = new Float64Array(y.length).fill(Number.NaN);
    return flat(smooth(blockSums(y, block), alpha).level / block, fitted, horizon);
  },
  detail: ([block]) => `ADIDA over blocks of ${block}`,
});

/** Sums of consecutive blocks that end at the last row; a remainder at the start is left out. */
function blockSums(y: Float64Array, block: number): Float64Array {
  const count = Math.max(1, Math.floor(y.length / block));
  const first = Math.max(0, y.length - count * block);
  const sums = new Float64Array(count);
  for (let t = first; t < y.length; t += 1) {
    const at = Math.floor((t - first) / block);
    sums[at] = (sums[at] as number) + (y[t] as number);
  }
  return sums;
}

/** Rows from one demand to the next; the first interval counts from before the first row. */
function intervalsOf(y: Float64Array): number[] {
  const intervals: number[] = [];
  let last = -1;
  y.forEach((value, t) => {
    if (value === 0) return;
    intervals.push(t - last);
    last = t;
  });
  return intervals;
}

/** Exponential smoothing that starts at the first value: the level after the last, and the sum of squared errors. */
function smooth(y: Float64Array, alpha: number): { level: number; error: number } {
  let level = y[0] ?? 0;
  let error = 0;
  for (const value of y) {
    error += (value - level) ** 2;
    level += alpha * (value - level);
  }
  return { level, error };
}
