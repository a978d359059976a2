/** Element types of ONNX tensors. */
export const FLOAT = 1;
export const INT64 = 7;

/** Attribute values by what they are. */
type Attribute =
  | { readonly int: number }
  | { readonly text: string }
  | { readonly ints: ArrayLike<number> }
  | { readonly floats: ArrayLike<number> }
  | { readonly texts: readonly string[] };

function attribute(name: string, value: Attribute): Message {
  const message = new Message().text(1, name);
  if ('int' in value) return message.integer(3, value.int).integer(20, 2);
  if ('text' in value) return message.text(4, value.text).integer(20, 3);
  if ('floats' in value) return message.floats(7, value.floats).integer(20, 6);
  if ('ints' in value) return message.integers(8, value.ints).integer(20, 7);
  for (const text of value.texts) message.text(9, text);
  return message.integer(20, 8);
}

function tensorType(name: string, type: number, columns: number | undefined): Message {
  const rows = new Message().text(2, 'rows');
  const shape = new Message().message(1, rows);
  if (columns !== undefined) shape.message(1, new Message().integer(1, columns));
  const tensor = new Message().integer(1, type).message(2, shape);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

/**
 * Collects the operations of a model and writes them as an ONNX file (IR version 8, operators of set 17 and ai.onnx.ml
 * 3).
 */
export class Graph {
  readonly #graph = new Message();
  readonly #notes = new Message();
  #names = 0;

  #fresh(kind: string): string {
    this.#names += 1;
    return `${kind}_${this.#names}`;
  }

  input(name: string, columns: number): string {
    this.#graph.message(11, tensorType(name, FLOAT, columns));
    return name;
  }

  output(name: string, type: number, columns?: number): void {
    this.#graph.message(12, tensorType(name, type, columns));
  }

  /** A constant of float32, of any shape. */
  floats(dims: readonly number[], values: ArrayLike<number>): string {
    const name = this.#fresh('constant');
    this.#graph.message(5, new Message().integers(1, dims).integer(2, FLOAT).floats(4, values).text(8, name));
    return name;
  }

  /** A constant of whole numbers in a row. */
  integers(values: readonly number[]): string {
    const name = this.#fresh('constant');
    this.#graph.message(
      5,
      new Message().integers(1, [values.length]).integer(2, INT64).integers(7, values).text(8, name),
    );
    return name;
  }

  /** Adds an operation; gives the name of its result. */
  apply(
    operation: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output?: string,
  ) {
    const result = output ?? this.#fresh(operation);
    const node = new Message();
    for (const input of inputs) node.text(1, input);
    node.text(2, result).text(3, this.#fresh('node')).text(4, operation);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attribute(name, value));
    if (operation.startsWith('TreeEnsemble')) node.text(7, 'ai.onnx.ml');
    this.#graph.message(1, node);
    return result;
  }

  /** A remark for people and programs that read the file. */
  note(key: string, value: string): void {
    this.#notes.message(14, new Message().text(1, key).text(2, value));
  }

  finish(name: string): Uint8Array {
    const opset = (domain: string, version: number) => new Message().text(1, domain).integer(2, version);
    const head = new Message()
      .integer(1, 8)
      .text(2, 'almanac')
      .message(7, this.#graph.text(2, name))
      .message(8, opset('', 17))
      .message(8, opset('ai.onnx.ml', 3));
    const [front, notes] = [head.finish(), this.#notes.finish()];
    const file = new Uint8Array(front.length + notes.length);
    file.set(front);
    file.set(notes, front.length);
    return file;
  }
}

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
  if (value >= 0 && value < 128) return Uint8Array.of(value);
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
