/** How far back one member of the committee looks: recent rows, and whole seasons with their neighbours. */
export interface Reach {
  readonly recent: number;
  readonly seasons: number;
}

/** Different views of the same history: their mean is steadier than any of them. */
export const REACHES: readonly Reach[] = [
  { recent: 3, seasons: 2 },
  { recent: 6, seasons: 2 },
  { recent: 12, seasons: 2 },
  { recent: 6, seasons: 1 },
];

/** Equations wanted for each coefficient. */
const ROWS_PER_LAG = 3;

/**
 * Lags worth a coefficient: the recent rows, and for each season its multiples with their two neighbours. Lags that would
 * leave too few equations are dropped, the longest first.
 */
export function selectedLags(rows: number, periods: readonly number[], { recent, seasons }: Reach): Int32Array {
  const wanted = new Set<number>();
  for (let lag = 1; lag <= recent; lag += 1) wanted.add(lag);
  for (const period of periods) {
    for (let k = 1; k <= seasons; k += 1) for (const near of [-1, 0, 1]) wanted.add(k * period + near);
  }
  const lags = [...wanted].filter((lag) => lag >= 1).sort((a, b) => a - b);
  while (lags.length > 1 && rows - (lags.at(-1) as number) < ROWS_PER_LAG * (lags.length + 1)) lags.pop();
  return Int32Array.from(lags);
}
