import { encodeText } from './utf8.ts';

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
