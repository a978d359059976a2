const BLOCK = 512;

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** Has to be read to its end before the next entry; what is left is skipped. */
  readonly content: AsyncIterable<Buffer>;
}

export class BrokenArchive extends Error {}

/** Reads a tar file entry by entry, without ever holding more than a piece of one. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteSource(source);
  let extended = new Map<string, string>();
  for (;;) {
    const block = await bytes.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const header = readHeader(block);
    if (header.type === 'x') {
      const text = await bytes.take(header.size);
      await bytes.take(padding(header.size));
      extended = readExtended(text);
      continue;
    }
    const name = extended.get('path') ?? header.name;
    const size = Number(extended.get('size') ?? header.size);
    extended = new Map();
    const piece = { left: size };
    yield { name, size, content: bytes.pieces(piece) };
    for await (const _skipped of bytes.pieces(piece));
    await bytes.take(padding(size));
  }
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function readHeader(block: Buffer): { name: string; size: number; type: string } {
  const text = (from: number, length: number) => block.toString('utf8', from, from + length).split('\0')[0] ?? '';
  const sum = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 8), 8) !== sum) throw new BrokenArchive('a header does not match its checksum');
  return { name: text(0, 100), size: Number.parseInt(text(124, 12), 8), type: text(156, 1) };
}

function readExtended(content: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(content.toString('utf8', at, at + 20), 10);
    if (!(length > 0)) throw new BrokenArchive('an extended header cannot be read');
    const [, key = '', value = ''] = /^\d+ (\w+)=(.*)\n$/s.exec(content.toString('utf8', at, at + length)) ?? [];
    records.set(key, value);
    at += length;
  }
  return records;
}

/** Turns chunks of any size into exactly as many bytes as are asked for. */
class ByteSource {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.pieces({ left: count })) parts.push(part);
    return Buffer.concat(parts);
  }

  async *pieces(wanted: { left: number }): AsyncGenerator<Buffer> {
    while (wanted.left > 0) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, wanted.left);
      this.#rest = this.#rest.subarray(part.length);
      wanted.left -= part.length;
      yield part;
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done === true) throw new BrokenArchive('it ends too early');
    this.#rest = value;
  }
}
