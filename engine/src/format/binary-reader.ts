import { EngineProblem } from '../problems/engine-problem.ts';
import { decodeText } from './utf8.ts';

/** Reads what `BinaryWriter` wrote, in the same order. Never reads past the end: a cut file is a typed error. */
export class BinaryReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.#bytes.length - this.#at;
  }

  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  u32(): number {
    return this.#view.getUint32(this.#step(4), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.#step(8), true);
  }

  text(): string {
    return decodeText(this.bytes());
  }

  bytes(): Uint8Array {
    const length = this.u32();
    const at = this.#step(length);
    return this.#bytes.slice(at, at + length);
  }

  u8s(): Uint8Array {
    return this.bytes();
  }

  i32s(): Int32Array {
    const length = this.u32();
    const at = this.#step(length * 4);
    const items = new Int32Array(length);
    for (let i = 0; i < length; i += 1) items[i] = this.#view.getInt32(at + i * 4, true);
    return items;
  }

  f32s(): Float32Array {
    const length = this.u32();
    const at = this.#step(length * 4);
    const items = new Float32Array(length);
    for (let i = 0; i < length; i += 1) items[i] = this.#view.getFloat32(at + i * 4, true);
    return items;
  }

  f64s(): Float64Array {
    const length = this.u32();
    const at = this.#step(length * 8);
    const items = new Float64Array(length);
    for (let i = 0; i < length; i += 1) items[i] = this.#view.getFloat64(at + i * 8, true);
    return items;
  }

  #step(size: number): number {
    if (size > this.remaining) {
      throw new EngineProblem(
        'format.truncated',
        `The file ends early: ${size} bytes expected at offset ${this.#at}, ${this.remaining} left. Write the file again or restore it from its source.`,
      );
    }
    const at = this.#at;
    this.#at += size;
    return at;
  }
}
