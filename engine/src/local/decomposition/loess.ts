/**
 * Local linear regression with tricube weights on evenly spaced points, evaluated at every point from `first` to `last`
 * (both may lie outside the data by one step). Cleveland et al., STL, 1990, section 2.
 */
export function loess(
  y: Float64Array,
  window: number,
  first = 0,
  last = y.length - 1,
  weights?: Float64Array,
): Float64Array {
  const n = y.length;
  const result = new Float64Array(last - first + 1);
  const span = Math.min(window, n);
  for (let x = first; x <= last; x += 1) {
    const left = Math.min(Math.max(0, x - (span >> 1)), n - span);
    const right = left + span - 1;
    let reach = Math.max(x - left, right - x);
    if (window > n) reach += (window - n) >> 1;
    const far = 0.999 * reach;
    let sumW = 0;
    let sumX = 0;
    let sumY = 0;
    let sumXX = 0;
    let sumXY = 0;
    for (let i = left; i <= right; i += 1) {
      const distance = Math.abs(i - x);
      if (distance > far) continue;
      const ratio = distance / reach;
      const bell = 1 - ratio * ratio * ratio;
      let weight = bell * bell * bell;
      if (weights !== undefined) weight *= weights[i] as number;
      const offset = i - x;
      const value = y[i] as number;
      sumW += weight;
      sumX += weight * offset;
      sumY += weight * value;
      sumXX += weight * offset * offset;
      sumXY += weight * offset * value;
    }
    const spread = sumW * sumXX - sumX * sumX;
    if (sumW <= 0) result[x - first] = y[Math.min(n - 1, Math.max(0, x))] as number;
    else if (spread > 1e-12 * sumW * sumXX && spread > 0) result[x - first] = (sumXX * sumY - sumX * sumXY) / spread;
    else result[x - first] = sumY / sumW;
  }
  return result;
}

/** Running means of `window` points; shorter than the input by `window - 1`. */
export function runningMean(y: Float64Array, window: number): Float64Array {
  const means = new Float64Array(y.length - window + 1);
  let sum = 0;
  for (let i = 0; i < y.length; i += 1) {
    sum += y[i] as number;
    if (i >= window) sum -= y[i - window] as number;
    if (i >= window - 1) means[i - window + 1] = sum / window;
  }
  return means;
}
