import type { Panel, PanelSeries } from './panel.ts';
import { suggestedPeriods } from './time-unit.ts';

/** Series looked at to find seasons; more of them do not change the answer. */
const SAMPLE = 200;
/** Mean autocorrelation from which a cycle that no calendar suggests is believed. */
const BELIEVED = 0.3;

/**
 * Season lengths worth using, shortest first: those the time step suggests, where at least half of the series are long
 * enough to show two of them, and one more the data show where the step suggests none.
 */
export function findPeriods(panel: Panel, horizon: number): number[] {
  const lengths = panel.series.map(({ target }) => target.length).sort((a, b) => a - b);
  const median = lengths[lengths.length >> 1] ?? 0;
  const suggested = suggestedPeriods(panel.grid.unit, panel.grid.step).filter(
    (period) => median >= 2 * period + Math.min(horizon, period),
  );
  if (suggested.length > 0) return suggested;
  const found = strongestCycle(panel, Math.floor(median / 3));
  return found === undefined ? [] : [found];
}

/** The cycle with the highest mean autocorrelation of the differenced series, if it is high enough. */
function strongestCycle(panel: Panel, longest: number): number | undefined {
  const limit = Math.min(longest, 400);
  if (limit < 3) return undefined;
  const sums = new Float64Array(limit + 1);
  const stride = Math.max(1, Math.floor(panel.series.length / SAMPLE));
  let used = 0;
  for (let s = 0; s < panel.series.length; s += stride) {
    const correlations = autocorrelations(differenceOf(panel.series[s] as PanelSeries), limit);
    if (correlations === undefined) continue;
    for (let lag = 1; lag <= limit; lag++) sums[lag] = (sums[lag] as number) + (correlations[lag] as number);
    used++;
  }
  let best: number | undefined;
  for (let lag = 3; lag < limit; lag++) {
    const here = (sums[lag] as number) / used;
    const peak =
      (sums[lag] as number) > (sums[lag - 1] as number) && (sums[lag] as number) >= (sums[lag + 1] as number);
    // A multiple of a shorter season is no better than the season itself, so it has to win by a margin.
    if (peak && here > BELIEVED && (best === undefined || here > 1.1 * ((sums[best] as number) / used))) best = lag;
  }
  return best;
}

function differenceOf({ target }: PanelSeries): Float64Array {
  const out = new Float64Array(Math.max(0, target.length - 1));
  for (let i = 0; i < out.length; i++) {
    const change = (target[i + 1] as number) - (target[i] as number);
    out[i] = !Number.isNaN(change) ? change : 0;
  }
  return out;
}

/**
 * Autocorrelations of lags 0 to `longest`, each divided by the whole variance (Box and Jenkins 1970, "Time series
 * analysis: forecasting and control"); undefined for a constant or too short sequence.
 */
export function autocorrelations(values: Float64Array, longest: number): Float64Array | undefined {
  const n = values.length;
  if (n < longest + 2) return undefined;
  let mean = 0;
  for (const value of values) mean += value / n;
  const centred = values.map((value) => value - mean);
  const at = (lag: number): number => {
    let sum = 0;
    for (let i = lag; i < n; i++) sum += (centred[i] as number) * (centred[i - lag] as number);
    return sum;
  };
  const variance = at(0);
  if (!(variance > 0)) return undefined;
  return Float64Array.from({ length: longest + 1 }, (_, lag) => at(lag) / variance);
}
