export interface Point {
  readonly time: string;
  readonly actual: number | null;
  readonly predicted: number | null;
}

export interface BandedPoint extends Point {
  readonly low: number | null;
  readonly high: number | null;
}

const FEWEST = 5;

function quantile(ascending: readonly number[], share: number): number {
  const at = (ascending.length - 1) * share;
  const [low, high] = [Math.floor(at), Math.ceil(at)];
  const [a, b] = [ascending[low] ?? 0, ascending[high] ?? 0];
  return a + (b - a) * (at - low);
}

/** Around every forecast the reach of such a share of the errors on screen. None where they are too few to say. */
export function withErrorBand(points: readonly Point[], share: number): readonly BandedPoint[] {
  const errors = points
    .flatMap(({ actual, predicted }) => (actual === null || predicted === null ? [] : [Math.abs(actual - predicted)]))
    .sort((a, b) => a - b);
  const known = errors.length >= FEWEST;
  const reach = quantile(errors, share);
  return points.map((point) => ({
    ...point,
    low: known && point.predicted !== null ? point.predicted - reach : null,
    high: known && point.predicted !== null ? point.predicted + reach : null,
  }));
}
