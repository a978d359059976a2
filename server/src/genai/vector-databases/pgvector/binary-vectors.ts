/** What PostgreSQL and pgvector write on the wire, so that no digit is printed or parsed. */

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');

const TRAILER = Buffer.from([0xff, 0xff]);

const ROWS_AT_ONCE = 1024;

/** Two numbers of 16 bits stand before those of the vector: how many there are, and nothing. */
const BEFORE = 4;

export function toWire(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(BEFORE + vector.length * 4);
  put(bytes, 0, vector, 0, vector.length);
  return bytes;
}

export function fromWire(bytes: Buffer): Float32Array {
  const vector = new Float32Array(bytes.readInt16BE(0));
  for (let i = 0; i < vector.length; i++) vector[i] = bytes.readFloatBE(BEFORE + i * 4);
  return vector;
}

/** Rows of a number and a vector for `COPY ... WITH (FORMAT binary)`; stops when it is told to. */
export async function* copyRows(
  vectors: Float32Array,
  dimensions: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield HEADER;
  const size = BEFORE + dimensions * 4;
  const rows = vectors.length / dimensions;
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    signal.throwIfAborted();
    const count = Math.min(ROWS_AT_ONCE, rows - from);
    const bytes = Buffer.alloc(count * (14 + size));
    let at = 0;
    for (let row = from; row < from + count; row++) {
      at = bytes.writeInt16BE(2, at);
      at = bytes.writeInt32BE(4, at);
      at = bytes.writeInt32BE(row, at);
      at = bytes.writeInt32BE(size, at);
      at = put(bytes, at, vectors, row * dimensions, dimensions);
    }
    yield bytes;
  }
  yield TRAILER;
}

function put(into: Buffer, to: number, vectors: Float32Array, from: number, dimensions: number): number {
  let at = into.writeInt16BE(0, into.writeUInt16BE(dimensions, to));
  for (let i = 0; i < dimensions; i++) at = into.writeFloatBE(vectors[from + i] as number, at);
  return at;
}
