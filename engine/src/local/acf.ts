/** Autocorrelations of lags 0 to `lags`, each divided by the whole variance (Box and Jenkins, 1970). */
export function autocorrelations(y: Float64Array, lags: number): Float64Array {
  const n = y.length;
  let mean = 0;
  for (const value of y) mean += value / n;
  const centred = y.map((value) => value - mean);
  const result = new Float64Array(lags + 1);
  let variance = 0;
  for (const value of centred) variance += value * value;
  if (variance === 0) return result;
  for (let lag = 0; lag <= lags && lag < n; lag += 1) {
    let sum = 0;
    for (let t = lag; t < n; t += 1) sum += (centred[t] as number) * (centred[t - lag] as number);
    result[lag] = sum / variance;
  }
  return result;
}

/**
 * Whether the autocorrelation at the seasonal lag stands out at the 90 % level from what the shorter lags explain
 * (Bartlett's standard error, as in the M4 benchmarks). At least three seasons are needed to tell.
 */
export function looksSeasonal(y: Float64Array, period: number): boolean {
  if (period < 2 || y.length < 3 * period) return false;
  const r = autocorrelations(y, period);
  let squares = 0;
  for (let lag = 1; lag < period; lag += 1) squares += (r[lag] as number) ** 2;
  const limit = 1.6448536269514722 * Math.sqrt((1 + 2 * squares) / y.length);
  return Math.abs(r[period] as number) > limit;
}
