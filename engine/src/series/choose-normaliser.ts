import { seasonalBack } from './feature.ts';
import type { Normaliser, Transform } from './normaliser.ts';
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
