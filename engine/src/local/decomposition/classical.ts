/** Centred moving average over one season of two rows or more; NaN for the first and last half season. */
export function centredAverage(y: Float64Array, period: number): Float64Array {
  const n = y.length;
  const half = period >> 1;
  const edge = period % 2 === 0 ? 0.5 : 1;
  const trend = new Float64Array(n).fill(Number.NaN);
  for (let t = half; t + half < n; t += 1) {
    let sum = edge * ((y[t - half] as number) + (y[t + half] as number));
    for (let i = t - half + 1; i < t + half; i += 1) sum += y[i] as number;
    trend[t] = sum / period;
  }
  return trend;
}

/**
 * Seasonal indices by classical decomposition: the mean deviation from (or ratio to) the centred moving average for each
 * place of the season, normalised to mean 0 (or 1). Index 0 belongs to the first row.
 */
export function seasonalIndices(y: Float64Array, period: number, multiplicative: boolean): Float64Array {
  const trend = centredAverage(y, period);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  for (let t = 0; t < y.length; t += 1) {
    const base = trend[t] as number;
    if (Number.isNaN(base)) continue;
    const slot = t % period;
    sums[slot] = (sums[slot] as number) + (multiplicative ? (y[t] as number) / base : (y[t] as number) - base);
    counts[slot] = (counts[slot] as number) + 1;
  }
  let mean = 0;
  for (let i = 0; i < period; i += 1) {
    sums[i] = (counts[i] as number) > 0 ? (sums[i] as number) / (counts[i] as number) : multiplicative ? 1 : 0;
    mean += (sums[i] as number) / period;
  }
  return sums.map((value) => (multiplicative ? value / mean : value - mean));
}
