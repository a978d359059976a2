/** Seasons longer than this are met by their neighbouring rows as well. */
const SHORTEST_WITH_NEIGHBOURS = 4;

/** The season a lag reaches back by, whole or to a row beside it; the longest where several fit. */
export function seasonOfLag(lag: number, periods: readonly number[]): number | undefined {
  return [...periods]
    .sort((a, b) => b - a)
    .find((period) => {
      const beside = period >= SHORTEST_WITH_NEIGHBOURS ? 1 : 0;
      const seasons = Math.round(lag / period);
      return seasons >= 1 && Math.abs(lag - seasons * period) <= beside;
    });
}
