import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';

/** Writes a tar file entry by entry, as any tar program reads it. */
export class TarWriter {
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;

  constructor(out: Writable) {
    this.#written = pipeline(Readable.fromWeb(this.#packer.readable), out);
    // A failed output also fails the entry that is being written; `end` reports it again.
    this.#written.catch(() => undefined);
  }

  file(name: string, content: Buffer): Promise<void> {
    return this.stream(name, content.length, Readable.from([content]));
  }

  /** The size has to be known before; content of another size makes the archive fail. */
  async stream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    const { controller } = this.#packer;
    const entry = controller.add({ name, size, mode: 0o600, mtime: new Date(0) }).getWriter();
    let written = 0;
    try {
      for await (const chunk of content) {
        written += chunk.length;
        if (written <= size) await entry.write(chunk);
      }
      if (written !== size) throw new Error(`${name} changed from ${size} to ${written} bytes while it was read.`);
      await entry.close();
    } catch (error) {
      entry.closed.catch(() => undefined);
      controller.error(error);
      throw error;
    }
  }

  async end(): Promise<void> {
    this.#packer.controller.finalize();
    await this.#written;
  }
}

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** Read it before the next entry; what is left of it is skipped. */
  readonly content: AsyncIterable<Buffer>;
}

export class BrokenArchive extends Error {}

/** Reads a tar file entry by entry; memory does not grow with its size. */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const entries = Readable.toWeb(source)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  for (;;) {
    const { value: entry } = await entries.read().catch(refuseBroken);
    if (entry === undefined) return;
    const body = entry.body.getReader();
    yield { name: entry.header.name, size: entry.header.size, content: chunksOf(body) };
    await body.cancel().catch(refuseBroken);
  }
}

async function* chunksOf(body: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value } = await body.read().catch(refuseBroken);
    if (value === undefined) return;
    yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}

/** Errors of the file system and of gzip have a code; all others say what is wrong with the archive. */
function refuseBroken(cause: NodeJS.ErrnoException): never {
  if (cause.code !== undefined) throw cause;
  throw new BrokenArchive(cause.message.replace(/\.$/, ''), { cause });
}
