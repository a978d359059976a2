/**
 * The most frequent values with their counts (Misra and Gries 1982). A count is never too high, and too low by at
 * most `error`, which is at most all / (KEPT + 1) after any sequence of merges (Agarwal et al. 2012, "Mergeable
 * summaries"). As long as no more than KEPT values occur, every count is exact.
 */
export interface HeavyHitters {
  readonly counts: ReadonlyMap<string, number>;
  readonly error: number;
}

export const KEPT = 64;

/** Takes the count of the first value that does not fit away from all of them, so order and ties cannot matter. */
function trimmed(counts: ReadonlyMap<string, number>, error: number): HeavyHitters {
  const sorted = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  const over = sorted[KEPT]?.[1] ?? 0;
  const left = sorted
    .filter(([, count]) => count > over)
    .map(([value, count]): [string, number] => [value, count - over]);
  return { counts: new Map(left), error: error + over };
}

export function hittersOf(counts: ReadonlyMap<string, number>): HeavyHitters {
  return trimmed(counts, 0);
}

export function mergeHitters(a: HeavyHitters, b: HeavyHitters): HeavyHitters {
  const sums = new Map(a.counts);
  for (const [value, count] of b.counts) sums.set(value, (sums.get(value) ?? 0) + count);
  return trimmed(sums, a.error + b.error);
}
