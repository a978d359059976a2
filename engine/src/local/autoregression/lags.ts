/** Recent rows that always take part, when the history allows. */
const RECENT = 6;
/** Whole seasons back that take part. */
const SEASONS = 2;
/** Equations wanted for each coefficient. */
const ROWS_PER_LAG = 3;

/**
 * Lags worth a coefficient: the recent rows, and for each season its multiples with their two neighbours. Lags that would
 * leave too few equations are dropped, the longest first.
 */
export function selectedLags(rows: number, periods: readonly number[]): Int32Array {
  const wanted = new Set<number>();
  for (let lag = 1; lag <= RECENT; lag += 1) wanted.add(lag);
  for (const period of periods) {
    for (let k = 1; k <= SEASONS; k += 1) for (const near of [-1, 0, 1]) wanted.add(k * period + near);
  }
  const lags = [...wanted].filter((lag) => lag >= 1).sort((a, b) => a - b);
  while (lags.length > 1 && rows - (lags.at(-1) as number) < ROWS_PER_LAG * (lags.length + 1)) lags.pop();
  return Int32Array.from(lags);
}
