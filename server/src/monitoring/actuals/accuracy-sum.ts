import type { BundleTarget } from '#deployments';

/** Predictions of one shape beside what happened: the number of a class, or a number. */
export interface Pair {
  readonly actual: number;
  /** One number, or one a class. */
  readonly predicted: readonly number[];
  /** The number of the class that was answered. */
  readonly decided: number | null;
}

/** Something counted: rows, and a sum over them. */
export interface Cell {
  weight: number;
  sum: number;
}

/**
 * All that is kept of pairs: sums that add up, whatever the pairs they come from. `numbers` are plain sums, but for the
 * mean of the actuals and the squares around it; `cells` are counts by score, by value or by class.
 */
export interface AccuracySum {
  matched: number;
  readonly numbers: Float64Array;
  readonly cells: Map<number, Cell>;
}

/** What is summed up of a kind of target, and where. */
export interface SumShape {
  readonly size: (classes: number) => number;
  add(sum: AccuracySum, pair: Pair): void;
  /** Places of the mean and the squares around it, which are not added but merged. */
  readonly moments: { readonly mean: number; readonly squares: number } | null;
}

export const emptySum = (shape: SumShape, target: Pick<BundleTarget, 'classes'>): AccuracySum => ({
  matched: 0,
  numbers: new Float64Array(shape.size(target.classes.length)),
  cells: new Map(),
});

export function addCell({ cells }: AccuracySum, place: number, weight: number, sum: number): void {
  const cell = cells.get(place);
  if (cell === undefined) cells.set(place, { weight, sum });
  else {
    cell.weight += weight;
    cell.sum += sum;
  }
}

export function addAt(numbers: Float64Array, at: number, value: number): void {
  numbers[at] = (numbers[at] as number) + value;
}

/** Adds `more` to `into`. One of another shape (of another version of the model) is left out. */
export function mergeInto(shape: SumShape, into: AccuracySum, more: AccuracySum): void {
  if (into.numbers.length !== more.numbers.length || more.matched === 0) return;
  const { moments } = shape;
  const merged = moments === null ? null : mergedMoments(moments, into, more);
  for (const [at, value] of more.numbers.entries()) addAt(into.numbers, at, value);
  if (moments !== null && merged !== null) {
    into.numbers[moments.mean] = merged.mean;
    into.numbers[moments.squares] = merged.squares;
  }
  for (const [place, { weight, sum }] of more.cells) addCell(into, place, weight, sum);
  into.matched += more.matched;
}

/** Chan, Golub and LeVeque 1983. */
function mergedMoments(at: NonNullable<SumShape['moments']>, a: AccuracySum, b: AccuracySum) {
  const [n, m] = [a.matched, b.matched];
  const apart = (b.numbers[at.mean] as number) - (a.numbers[at.mean] as number);
  return {
    mean: (a.numbers[at.mean] as number) + (apart * m) / (n + m),
    squares: (a.numbers[at.squares] as number) + (b.numbers[at.squares] as number) + (apart * apart * n * m) / (n + m),
  };
}
