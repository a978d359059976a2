import { stl } from './stl.ts';

/** Rounds over all seasons: the second corrects what a longer season took from a shorter one. */
const ROUNDS = 2;

export interface MultipleSeasons {
  /** One component for each period, in the order of the periods. */
  readonly seasons: readonly Float64Array[];
  /** What is left: trend and remainder. */
  readonly adjusted: Float64Array;
}

/** Several seasons taken out one after the other, the shortest first (Bandara, Hyndman and Bergmeir, 2021). */
export function multipleSeasons(y: Float64Array, periods: readonly number[]): MultipleSeasons {
  const seasons = periods.map(() => new Float64Array(y.length));
  let adjusted = Float64Array.from(y);
  for (let round = 0; round < (periods.length > 1 ? ROUNDS : 1); round += 1) {
    for (const [k, period] of periods.entries()) {
      const before = seasons[k] as Float64Array;
      const withOwn = adjusted.map((value, t) => value + (before[t] as number));
      const { season } = stl(withOwn, period, 7 + 4 * (k + 1));
      seasons[k] = Float64Array.from(season);
      adjusted = withOwn.map((value, t) => value - (season[t] as number));
    }
  }
  return { seasons, adjusted };
}
