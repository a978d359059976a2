import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type TextCheck, textCheck } from './utf8-check.ts';

export interface Landed {
  readonly path: string;
  readonly bytes: number;
  readonly check: TextCheck;
}

const CHUNK_BYTES = 1024 ** 2;

/** Streams content to a file of ours, looking at it as it passes. `watch` may throw when it has grown too large. */
export async function landFile(
  content: Readable,
  path: string,
  signal: AbortSignal,
  watch: (bytes: number) => void = () => undefined,
): Promise<Landed> {
  const { check, see } = textCheck();
  const file = await open(path, 'wx');
  let bytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      bytes += chunk.length;
      watch(bytes);
      see(chunk);
      await writeAll(file, chunk);
    }
    see(null);
    return { path, bytes, check };
  } finally {
    content.destroy();
    await file.close();
  }
}

/** The same for a file that lies here already, which stays untouched. */
export async function lookAtFile(path: string, signal: AbortSignal): Promise<Landed> {
  const { check, see } = textCheck();
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    bytes += chunk.length;
    see(chunk);
  }
  see(null);
  return { path, bytes, check };
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    done += (await file.write(chunk, done)).bytesWritten;
  }
}

export async function headOf(path: string, most: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(most);
    let filled = 0;
    while (filled < most) {
      const { bytesRead } = await file.read(head, filled, most - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return head.subarray(0, filled);
  } finally {
    await file.close();
  }
}
