/** A place among sorted values: the bin it falls into, and the share of that bin's values up to and including half of it. */
export interface Place {
  readonly bin: number;
  /** For `quantile_disc` over the values of the bin alone. */
  readonly share: number;
}

/** Where the two middle values are; the same place twice when there is one. */
export function medianPlaces(bins: readonly number[]): readonly [Place, Place] {
  const present = bins.reduce((sum, count) => sum + count, 0);
  const place = (rank: number): Place => {
    let before = 0;
    for (const [bin, count] of bins.entries()) {
      // Half a rank more than the rank: no rounding can then choose a neighbour.
      if (rank < before + count) return { bin, share: (rank - before + 0.5) / count };
      before += count;
    }
    return { bin: bins.length - 1, share: 1 };
  };
  return [place(Math.floor((present - 1) / 2)), place(Math.ceil((present - 1) / 2))];
}

/** First and third quartile as far as bins tell: values are taken as spread evenly inside each. */
export function quartilesFromBins(
  starts: readonly number[],
  bins: readonly number[],
  max: number,
): readonly [q1: number, q3: number] {
  const present = bins.reduce((sum, count) => sum + count, 0);
  const at = (share: number): number => {
    let before = 0;
    for (const [bin, count] of bins.entries()) {
      if (count > 0 && share * present <= before + count) {
        const low = starts[bin] ?? 0;
        const high = Math.min(max, starts[bin + 1] ?? max);
        return low + ((share * present - before) / count) * (high - low);
      }
      before += count;
    }
    return max;
  };
  return [at(0.25), at(0.75)];
}
