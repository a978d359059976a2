import { once } from 'node:events';
import type { Writable } from 'node:stream';

const BLOCK = 512;
const LONGEST_NAME = 100;
/** Twelve octal digits less the terminator; larger sizes and longer names go into an extended header before. */
const LARGEST_PLAIN = 0o77777777777;

/** Writes a tar file entry by entry, as any tar program reads it. */
export class TarWriter {
  readonly #out: Writable;
  #failure: Error | null = null;

  constructor(out: Writable) {
    this.#out = out;
    out.once('error', (error) => {
      this.#failure = error;
    });
  }

  async file(name: string, content: Buffer): Promise<void> {
    await this.#header(name, content.length);
    await this.#write(content);
    await this.#pad(content.length);
  }

  /** The size has to be known before; a stream that turns out otherwise breaks the archive and is refused. */
  async stream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    await this.#header(name, size);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      if (written <= size) await this.#write(chunk);
    }
    if (written !== size) throw new Error(`${name} changed from ${size} to ${written} bytes while it was read.`);
    await this.#pad(size);
  }

  async end(): Promise<void> {
    await this.#write(Buffer.alloc(BLOCK * 2));
    this.#out.end();
  }

  async #header(name: string, size: number): Promise<void> {
    const plain = Buffer.byteLength(name) <= LONGEST_NAME && size <= LARGEST_PLAIN;
    if (!plain) {
      const extended = Buffer.from(extendedRecord('path', name) + extendedRecord('size', String(size)));
      await this.#write(headerBlock('extended', extended.length, 'x'));
      await this.#write(extended);
      await this.#pad(extended.length);
    }
    await this.#write(headerBlock(plain ? name : 'long', Math.min(size, LARGEST_PLAIN), '0'));
  }

  async #pad(size: number): Promise<void> {
    const rest = size % BLOCK;
    if (rest > 0) await this.#write(Buffer.alloc(BLOCK - rest));
  }

  async #write(chunk: Buffer): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (!this.#out.write(chunk)) await once(this.#out, 'drain');
  }
}

/** `27 path=some/name\n`, where the number counts itself. */
function extendedRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

function headerBlock(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(name, 0);
  block.write(octal(0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
