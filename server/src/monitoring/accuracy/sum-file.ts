import { BinaryReader, BinaryWriter } from '@almanac/engine';
import type { AccuracySum } from './accuracy-sum.ts';

const FORMAT = 1;

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
