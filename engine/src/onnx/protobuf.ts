/** Wire format of protocol buffers, writing only: the few shapes an ONNX file needs. */
export class Message {
  readonly #parts: Uint8Array[] = [];

  integer(field: number, value: number): this {
    this.#parts.push(varint(field * 8), varint(value));
    return this;
  }

  float(field: number, value: number): this {
    this.#parts.push(varint(field * 8 + 5), floats([value]));
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.finish());
  }

  integers(field: number, values: ArrayLike<number>): this {
    return this.bytes(field, concat(Array.from(values, varint)));
  }

  floats(field: number, values: ArrayLike<number>): this {
    return this.bytes(field, floats(values));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#parts.push(varint(field * 8 + 2), varint(value.length), value);
    return this;
  }

  finish(): Uint8Array {
    return concat(this.#parts);
  }
}

/** Base 128, low bits first; a negative number is its two's complement in 64 bits. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Uint8Array.from(bytes);
}

function floats(values: ArrayLike<number>): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (let i = 0; i < values.length; i += 1) view.setFloat32(i * 4, values[i] as number, true);
  return new Uint8Array(view.buffer);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
