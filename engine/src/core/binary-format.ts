import { EngineProblem } from './engine-problem.ts';

/**
 * Little-endian writer into a growing buffer. Arrays and texts carry their length in front, so that
 * `BinaryReader` needs no outside knowledge of sizes.
 */
export class BinaryWriter {
  #view: DataView;
  #used = 0;

  constructor(capacity = 1024) {
    this.#view = new DataView(new ArrayBuffer(Math.max(16, capacity)));
  }

  get length(): number {
    return this.#used;
  }

  u8(value: number): void {
    const at = this.#claim(1);
    this.#view.setUint8(at, value);
  }

  u32(value: number): void {
    const at = this.#claim(4);
    this.#view.setUint32(at, value, true);
  }

  f64(value: number): void {
    const at = this.#claim(8);
    this.#view.setFloat64(at, value, true);
  }

  text(value: string): void {
    this.bytes(encodeText(value));
  }

  bytes(value: Uint8Array): void {
    this.u32(value.length);
    const at = this.#claim(value.length);
    new Uint8Array(this.#view.buffer).set(value, at);
  }

  u8s(value: Uint8Array): void {
    this.bytes(value);
  }

  i32s(value: Int32Array): void {
    this.u32(value.length);
    let at = this.#claim(value.length * 4);
    for (const item of value) {
      this.#view.setInt32(at, item, true);
      at += 4;
    }
  }

  f32s(value: Float32Array): void {
    this.u32(value.length);
    let at = this.#claim(value.length * 4);
    for (const item of value) {
      this.#view.setFloat32(at, item, true);
      at += 4;
    }
  }

  f64s(value: Float64Array): void {
    this.u32(value.length);
    let at = this.#claim(value.length * 8);
    for (const item of value) {
      this.#view.setFloat64(at, item, true);
      at += 8;
    }
  }

  /** Everything written so far, as a copy of its own. */
  finish(): Uint8Array {
    return new Uint8Array(this.#view.buffer.slice(0, this.#used));
  }

  /** Reserves room and answers where it starts. It may replace the buffer: ask before touching `#view`. */
  #claim(size: number): number {
    const at = this.#used;
    this.#used += size;
    if (this.#used > this.#view.byteLength) {
      const grown = new Uint8Array(Math.max(this.#used, this.#view.byteLength * 2));
      grown.set(new Uint8Array(this.#view.buffer, 0, at));
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}

const encoder = new TextEncoder();
/** A leading byte-order mark belongs to the text: what was written is what is read. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const encodeText = (text: string): Uint8Array => encoder.encode(text);
const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);

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
