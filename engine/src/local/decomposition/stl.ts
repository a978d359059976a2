import { loess, runningMean } from './loess.ts';

export interface Decomposition {
  readonly season: Float64Array;
  readonly trend: Float64Array;
  readonly rest: Float64Array;
}

const ROUNDS = 2;
/** Seasons that share in one seasonal estimate. */
const SEASON_WINDOW = 11;

/** Seasonal-trend decomposition by loess (Cleveland, Cleveland, McRae and Terpenning, 1990). Needs two seasons. */
export function stl(y: Float64Array, period: number, seasonWindow = SEASON_WINDOW): Decomposition {
  const n = y.length;
  const trendWindow = odd(Math.ceil((1.5 * period) / (1 - 1.5 / seasonWindow)));
  const lowWindow = odd(period);
  let trend = new Float64Array(n);
  let season = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round += 1) {
    const longer = new Float64Array(n + 2 * period);
    for (let place = 0; place < period; place += 1) {
      const members = Math.floor((n - 1 - place) / period) + 1;
      const cycle = new Float64Array(members);
      for (let i = 0; i < members; i += 1) {
        const t = place + i * period;
        cycle[i] = (y[t] as number) - (trend[t] as number);
      }
      const smooth = loess(cycle, seasonWindow, -1, members);
      for (let i = 0; i < smooth.length; i += 1) longer[place + i * period] = smooth[i] as number;
    }
    const low = loess(runningMean(runningMean(runningMean(longer, period), period), 3), lowWindow);
    season = new Float64Array(n);
    const adjusted = new Float64Array(n);
    for (let t = 0; t < n; t += 1) {
      season[t] = (longer[t + period] as number) - (low[t] as number);
      adjusted[t] = (y[t] as number) - (season[t] as number);
    }
    trend = Float64Array.from(loess(adjusted, trendWindow));
  }
  const rest = y.map((value, t) => value - (season[t] as number) - (trend[t] as number));
  return { season, trend, rest };
}

function odd(value: number): number {
  return value % 2 === 0 ? value + 1 : value;
}
