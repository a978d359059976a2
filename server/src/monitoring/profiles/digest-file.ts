import type { TDigest } from '@almanac/engine';

/** A digest in half the bytes it has in memory: seven digits are more than it promises. */
export function writeDigest({ means, weights }: TDigest): Buffer {
  const numbers = new Float32Array(means.length * 2);
  numbers.set(means);
  numbers.set(weights, means.length);
  return Buffer.from(numbers.buffer);
}

export function readDigest(bytes: Buffer): TDigest {
  const numbers = new Float32Array(new Uint8Array(bytes).buffer);
  const half = numbers.length / 2;
  return { means: Float64Array.from(numbers.subarray(0, half)), weights: Float64Array.from(numbers.subarray(half)) };
}
