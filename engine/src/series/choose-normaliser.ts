import { seasonalBack } from './feature.ts';
import type { Panel } from './panel.ts';

/** What the training data say about the shape of the target. */
export interface TargetShape {
  /** `log` where every value is positive, `log1p` where none is negative, `none` otherwise. */
  readonly logarithm: Transform;
  /** True where the spread of a series grows with its level: an exponential trend or a multiplicative season. */
  readonly multiplicative: boolean;
  /** What forecasts best without any model: the newest value, the mean of a season, or the season before. */
  readonly centre: 'last' | 'mean' | 'seasonal';
  /** Season of that centre, 1 where there is none. */
  readonly period: number;
  /** Share of zeros over all cells. */
  readonly zeros: number;
}

/** Series and origins looked at; more do not change the answer. */
const SERIES_SAMPLE = 300;
const ORIGIN_SAMPLE = 12;

/** Decides logarithm and differencing from a panel that holds training data only. */
export function targetShape(panel: Panel, periods: readonly number[], horizon: number): TargetShape {
  let negative = false;
  let zeros = 0;
  let cells = 0;
  for (const { target } of panel.series) {
    for (const value of target) {
      if (Number.isNaN(value)) continue;
      cells++;
      if (value === 0) zeros++;
      else if (value < 0) negative = true;
    }
  }
  const best = bestCentre(panel, periods, horizon);
  return {
    logarithm: negative ? 'none' : zeros > 0 ? 'log1p' : 'log',
    multiplicative: !negative && spreadGrowth(panel, Math.max(4, periods[0] ?? 8)) > 0.5,
    zeros: cells > 0 ? zeros / cells : 0,
    ...best,
  };
}

/** Mean scaled error of each simple centre over sampled origins; the differencing that leaves least to learn. */
function bestCentre(
  panel: Panel,
  periods: readonly number[],
  horizon: number,
): { centre: 'last' | 'mean' | 'seasonal'; period: number } {
  const candidates: { centre: 'last' | 'mean' | 'seasonal'; period: number }[] = [
    { centre: 'last', period: 1 },
    ...periods.map((period) => ({ centre: 'mean', period }) as const),
    ...periods.map((period) => ({ centre: 'seasonal', period }) as const),
  ];
  const errors = new Float64Array(candidates.length);
  const stride = Math.max(1, Math.floor(panel.series.length / SERIES_SAMPLE));
  const longest = periods.at(-1) ?? 1;
  for (let s = 0; s < panel.series.length; s += stride) {
    const values = panel.series[s]?.target ?? new Float64Array(0);
    const own = new Float64Array(candidates.length);
    for (let i = 0; i < ORIGIN_SAMPLE; i++) {
      const origin =
        values.length - 1 - horizon - Math.floor((i * (values.length - horizon - longest)) / ORIGIN_SAMPLE);
      if (origin < longest) break;
      for (const k of [1, Math.ceil(horizon / 2), horizon]) {
        candidates.forEach((candidate, c) => {
          own[c] = (own[c] as number) + gapAt(values, origin, k, candidate);
        });
      }
    }
    const total = own.reduce((sum, error) => sum + error, 0);
    for (let c = 0; total > 0 && c < own.length; c++) errors[c] = (errors[c] as number) + (own[c] as number) / total;
  }
  let best = 0;
  for (let c = 1; c < candidates.length; c++) if ((errors[c] as number) < (errors[best] as number)) best = c;
  return candidates[best] as { centre: 'last'; period: number };
}

function gapAt(
  values: Float64Array,
  origin: number,
  distance: number,
  { centre, period }: { centre: string; period: number },
): number {
  const actual = values[origin + distance] as number;
  let guess = values[origin] as number;
  if (centre === 'seasonal') guess = values[origin - seasonalBack(period, distance, 0, 0)] as number;
  if (centre === 'mean') {
    guess = 0;
    for (let back = 0; back < period; back++) guess += (values[origin - back] as number) / period;
  }
  const gap = Math.abs(actual - guess);
  return Number.isFinite(gap) ? gap : 0;
}

/**
 * Slope of log spread on log level over stretches of a series, averaged over series that change level (Taylor's power
 * law): near 0 for additive, near 1 for multiplicative behaviour.
 */
function spreadGrowth(panel: Panel, stretch: number): number {
  let sum = 0;
  let used = 0;
  const stride = Math.max(1, Math.floor(panel.series.length / SERIES_SAMPLE));
  for (let s = 0; s < panel.series.length; s += stride) {
    const slope = seriesSpreadGrowth(panel.series[s]?.target ?? new Float64Array(0), stretch);
    if (slope === undefined) continue;
    sum += Math.min(2, Math.max(-1, slope));
    used++;
  }
  return used > 0 ? sum / used : 0;
}

function seriesSpreadGrowth(values: Float64Array, stretch: number): number | undefined {
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  for (let from = 0; from + stretch <= values.length; from += stretch) {
    const part = values.subarray(from, from + stretch);
    const mean = part.reduce((all, value) => all + value, 0) / stretch;
    const spread = Math.sqrt(part.reduce((all, value) => all + (value - mean) ** 2, 0) / stretch);
    if (!(mean > 0) || !(spread > 0)) continue;
    const [x, y] = [Math.log(mean), Math.log(spread)];
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const variance = sxx - (sx * sx) / n;
  // Without a change of level there is nothing to see how the spread follows it.
  return n >= 4 && variance / n > 0.01 ? (sxy - (sx * sy) / n) / variance : undefined;
}

/** Normaliser that divides by the mean size of the newest season: keeps how noisy a series is in what is learned. */
export const levelNormaliser = (periods: readonly number[]): Normaliser => ({
  transform: 'none',
  centre: 'none',
  scale: 'level',
  window: Math.max(periods.at(-1) ?? 1, 4),
  period: periods[0] ?? 1,
});

/** Normaliser that subtracts the best simple centre and divides by the usual change: keeps little but the deviation. */
export function changeNormaliser(shape: TargetShape, periods: readonly number[], transform: Transform): Normaliser {
  const window = Math.max(2 * (periods.at(-1) ?? 1), 12);
  return { transform, centre: shape.centre, scale: 'change', window, period: shape.period };
}

/**
 * How the target is brought to a common size before a global model sees it, and back afterwards. Everything is taken
 * from the cells at or before the origin, so it can be repeated for any origin, also for series never trained on.
 */
export interface Normaliser {
  readonly transform: Transform;
  /** What is subtracted: nothing, the newest value, the mean of the window, or the value one season before. */
  readonly centre: 'none' | 'last' | 'mean' | 'seasonal';
  /** What is divided by: mean size, mean absolute change over one season, or nothing. */
  readonly scale: 'level' | 'change' | 'one';
  /** Cells the means are taken over. */
  readonly window: number;
  /** Season of `centre: 'seasonal'` and of `scale: 'change'`. */
  readonly period: number;
}

export type Transform = 'none' | 'log' | 'log1p';

export function transformValues(values: Float64Array, transform: Transform): Float64Array {
  if (transform === 'none') return values;
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    // A value the logarithm cannot take is treated as missing rather than turned into minus infinity.
    if (transform === 'log') out[i] = value > 0 ? Math.log(value) : Number.NaN;
    else out[i] = value >= 0 ? Math.log1p(value) : Number.NaN;
  }
  return out;
}

export function restoreValue(value: number, transform: Transform): number {
  if (transform === 'none') return value;
  // The logarithm of the largest double is 709; a forecast beyond that is no forecast.
  const bounded = value > 700 ? 700 : value;
  return transform === 'log' ? Math.exp(bounded) : Math.expm1(bounded);
}

/** Reference level and size of a series seen from one origin. */
export interface Reference {
  level: number;
  scale: number;
  /** Mean absolute size of the window, whatever the scale is. */
  size: number;
}

/** Level and scale from `values[0..origin]`. Never NaN and never zero: an empty or constant history gives scale 1. */
export function referenceAt(values: Float64Array, origin: number, normaliser: Normaliser, into: Reference): Reference {
  const from = Math.max(0, origin - normaliser.window + 1);
  let sum = 0;
  let size = 0;
  let count = 0;
  for (let i = from; i <= origin; i++) {
    const value = values[i] as number;
    if (!Number.isNaN(value)) {
      sum += value;
      size += Math.abs(value);
      count++;
    }
  }
  const mean = count > 0 ? sum / count : 0;
  into.size = count > 0 ? size / count : 0;
  into.level = normaliser.centre === 'none' ? 0 : normaliser.centre === 'last' ? newest(values, origin, mean) : mean;
  into.scale =
    normaliser.scale === 'one'
      ? 1
      : normaliser.scale === 'level'
        ? into.size
        : meanChange(values, from, origin, normaliser.period);
  if (!(into.scale > 1e-9 * into.size) || !(into.scale > 0)) into.scale = into.size > 0 ? into.size : 1;
  return into;
}

function newest(values: Float64Array, origin: number, fallback: number): number {
  for (let i = origin; i >= 0 && i > origin - 32; i--) {
    const value = values[i] as number;
    if (!Number.isNaN(value)) return value;
  }
  return fallback;
}

/** Mean absolute change over one season; over one step where the history is shorter than that. */
function meanChange(values: Float64Array, from: number, origin: number, period: number): number {
  const step = origin - from >= 2 * period ? period : 1;
  let sum = 0;
  let count = 0;
  for (let i = from + step; i <= origin; i++) {
    const change = (values[i] as number) - (values[i - step] as number);
    if (!Number.isNaN(change)) {
      sum += Math.abs(change);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}
