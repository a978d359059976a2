export interface Code {
  /** What one step of a code is worth. */
  readonly unit: number;
  /** Length of the difference between the vector and its code. */
  readonly error: number;
  /** Length of the vector. */
  readonly length: number;
}

const MOST = 127;

/** Writes the vector that begins at `from` as whole numbers from -127 to 127, one a byte, beginning at `to`. */
export function codesOf(vectors: Float32Array, from: number, dimensions: number, into: Int8Array, to: number): Code {
  let largest = 0;
  let squares = 0;
  for (let i = from; i < from + dimensions; i += 1) {
    const value = vectors[i] as number;
    largest = Math.max(largest, Math.abs(value));
    squares += value * value;
  }
  const unit = largest / MOST;
  const scale = unit === 0 ? 0 : 1 / unit;
  let missed = 0;
  for (let i = 0; i < dimensions; i += 1) {
    const value = vectors[from + i] as number;
    const code = Math.max(-MOST, Math.min(MOST, Math.round(value * scale)));
    into[to + i] = code;
    missed += (value - code * unit) ** 2;
  }
  return { unit, error: Math.sqrt(missed), length: Math.sqrt(squares) };
}
