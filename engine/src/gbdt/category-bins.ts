export interface CategoryBins {
  readonly ofLevel: Uint8Array;
  /** Bins in use, the missing one included. */
  readonly count: number;
}

/** The frequent levels get a bin each, most frequent first; levels too rare to learn from share the missing bin. */
export function categoryBins(
  codes: Float32Array,
  levels: number,
  weight: Float64Array | undefined,
  maxBins: number,
  least: number,
): CategoryBins {
  const sums = new Float64Array(levels);
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row] as number;
    if (!Number.isNaN(code)) sums[code] = (sums[code] as number) + (weight === undefined ? 1 : (weight[row] as number));
  }
  const order = Array.from(sums.keys()).filter((level) => (sums[level] as number) >= least);
  order.sort((a, b) => (sums[b] as number) - (sums[a] as number) || a - b);
  const ofLevel = new Uint8Array(levels);
  const kept = order.slice(0, maxBins);
  kept.forEach((level, at) => {
    ofLevel[level] = at + 1;
  });
  return { ofLevel, count: kept.length + 1 };
}
