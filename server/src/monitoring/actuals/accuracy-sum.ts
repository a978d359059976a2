import { BinaryReader, BinaryWriter } from '@almanac/engine';
import type { ManifestTarget } from '#deployments';

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

export const emptySum = (shape: SumShape, target: Pick<ManifestTarget, 'classes'>): AccuracySum => ({
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

const FORMAT = 1;
/** Bytes before the numbers: the format and the count of pairs. */
const HEAD = 9;

/** A sum as it is kept. */
export function writeSum({ matched, numbers, cells }: AccuracySum): Buffer {
  const places = Int32Array.from([...cells.keys()].sort((a, b) => a - b));
  const found = (place: number) => cells.get(place) as { weight: number; sum: number };
  const out = new BinaryWriter(64 + 8 * numbers.length + 16 * places.length);
  out.u8(FORMAT);
  out.f64(matched);
  out.f64s(numbers);
  out.i32s(places);
  out.i32s(Int32Array.from(places, (place) => found(place).weight));
  out.f64s(Float64Array.from(places, (place) => found(place).sum));
  return Buffer.from(out.finish());
}

/** Adds a kept sum to `into` as it is read: years of them are merged for one answer. Another shape is left out. */
export function mergeStored(shape: SumShape, into: AccuracySum, bytes: Buffer): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(HEAD, true);
  if (size !== into.numbers.length) return;
  const cellsAt = HEAD + 4 + 8 * size;
  const count = view.getUint32(cellsAt, true);
  const places = cellsAt + 4;
  const weights = places + 4 * count + 4;
  const sums = weights + 4 * count + 4;
  const numbers = new Float64Array(size);
  for (let at = 0; at < size; at += 1) numbers[at] = view.getFloat64(HEAD + 4 + 8 * at, true);
  mergeInto(shape, into, { matched: view.getFloat64(1, true), numbers, cells: NO_CELLS });
  for (let at = 0; at < count; at += 1) {
    const place = view.getInt32(places + 4 * at, true);
    addCell(into, place, view.getInt32(weights + 4 * at, true), view.getFloat64(sums + 8 * at, true));
  }
}

const NO_CELLS = new Map<number, never>();

export function readSum(bytes: Buffer): AccuracySum {
  const from = new BinaryReader(bytes);
  if (from.u8() !== FORMAT) throw new Error('A sum of accuracy has a form this program does not know.');
  const matched = from.f64();
  const numbers = from.f64s();
  const [places, weights, sums] = [from.i32s(), from.i32s(), from.f64s()];
  const cells = new Map(
    Array.from(places, (place, at) => [place, { weight: weights[at] as number, sum: sums[at] as number }]),
  );
  return { matched, numbers, cells };
}
