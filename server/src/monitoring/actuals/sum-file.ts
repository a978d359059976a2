import { BinaryReader, BinaryWriter } from '@almanac/engine';
import { type AccuracySum, addCell, mergeInto, type SumShape } from './accuracy-sum.ts';

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
export function mergeKept(shape: SumShape, into: AccuracySum, bytes: Buffer): void {
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
