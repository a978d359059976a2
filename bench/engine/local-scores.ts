import type { ForecastSet } from './local-data.ts';

/** Mean over series of 200 |a - f| / (|a| + |f|), as in the M competitions. */
export function smape(means: readonly ArrayLike<number>[], set: ForecastSet): number {
  return average(set.test, (actual, i) => {
    const mean = means[i] as ArrayLike<number>;
    let sum = 0;
    for (let h = 0; h < actual.length; h += 1) {
      const a = actual[h] as number;
      const f = mean[h] as number;
      sum += a === f ? 0 : (200 * Math.abs(a - f)) / (Math.abs(a) + Math.abs(f));
    }
    return sum / actual.length;
  });
}

/** Mean absolute error over that of the seasonal naive forecast inside the history (Hyndman and Koehler, 2006). */
export function mase(means: readonly ArrayLike<number>[], set: ForecastSet): number {
  return average(set.test, (actual, i) => {
    const y = set.train[i] as Float64Array;
    const mean = means[i] as ArrayLike<number>;
    let scale = 0;
    for (let t = set.period; t < y.length; t += 1) scale += Math.abs((y[t] as number) - (y[t - set.period] as number));
    scale /= y.length - set.period;
    let sum = 0;
    for (let h = 0; h < actual.length; h += 1) sum += Math.abs((actual[h] as number) - (mean[h] as number));
    return sum / actual.length / scale;
  });
}

function average(series: readonly Float64Array[], score: (actual: Float64Array, i: number) => number): number {
  return series.reduce((sum, actual, i) => sum + score(actual, i), 0) / series.length;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
