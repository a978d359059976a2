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

/** Debiasing factor of Syntetos and Boylan (2005): dividing two averages overestimates demand. */
function removeBias(variant: number, alpha: number): number {
  return variant === 1 ? 1 - alpha / 2 : 1;
}

/**
 * Croston's method (Croston 1972, "Forecasting and stock control for intermittent demands"): for series that are
 * mostly 0, smooths the size of demands and the time between them apart.
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
 * TSB (Teunter, Syntetos and Babai 2011, "Intermittent demand: linking forecasting to inventory obsolescence"):
 * smooths the size of demands and the probability of any, which falls while there is none.
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
 * ADIDA (Nikolopoulos et al. 2011, "An aggregate-disaggregate intermittent demand approach"): sums over blocks as long
 * as the mean interval, smooths those, and spreads them evenly again.
 */
export const adida = intermittentForecaster({
  name: 'adida',
  title: 'Aggregate, smooth, disaggregate',
  params: {},
  leastRows: 2,
  learn(y) {
    const { intervals } = requireOf(y);
    if (intervals.length === 0) return Float64Array.of(1, 0.1);
    const block = Math.max(1, Math.round(intervals.reduce((sum, gap) => sum + gap, 0) / intervals.length));
    const sums = blockSums(y, block);
    return Float64Array.of(block, lineSearch((alpha) => smoothingError(sums, alpha), 0.1, 0.3).x);
  },
  project([block = 1, alpha = 0.1], y, _, horizon) {
    const fitted = new Float64Array(y.length).fill(Number.NaN);
    return flat(smooth(blockSums(y, block), alpha) / block, fitted, horizon);
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

/** Non-zero demands and the rows between them; the first interval counts from before the first row. */
interface Demand {
  readonly sizes: Float64Array;
  readonly intervals: Float64Array;
}

function requireOf(y: Float64Array): Demand {
  const sizes: number[] = [];
  const intervals: number[] = [];
  let since = 0;
  for (const value of y) {
    since += 1;
    if (value !== 0) {
      sizes.push(value);
      intervals.push(since);
      since = 0;
    }
  }
  return { sizes: Float64Array.from(sizes), intervals: Float64Array.from(intervals) };
}

/** Exponential smoothing that starts at the first value; returns the level after the last. */
function smooth(y: Float64Array, alpha: number): number {
  let level = y[0] ?? 0;
  for (const value of y) level += alpha * (value - level);
  return level;
}

/** Sum of squared one-step errors of `smoothed`. */
function smoothingError(y: Float64Array, alpha: number): number {
  let level = y[0] ?? 0;
  let sum = 0;
  for (const value of y) {
    sum += (value - level) ** 2;
    level += alpha * (value - level);
  }
  return sum;
}
