import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  readonly check: TextCheck;
}

const CHUNK_BYTES = 1024 ** 2;

/** Streams content to a file of ours, looking at it as it passes. `watch` may throw when it has grown too large. */
export async function saveFile(
  content: Readable,
  path: string,
  signal: AbortSignal,
  watch: (bytes: number) => void = () => undefined,
): Promise<LocalFile> {
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
export async function inspectFile(path: string, signal: AbortSignal): Promise<LocalFile> {
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

export async function readHead(path: string, most: number): Promise<Buffer> {
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

/** Looks at bytes as they pass: are they UTF-8, and is there a zero byte, which no text has? */
interface TextCheck {
  /** False from the first byte that does not fit. */
  utf8: boolean;
  /** The first bytes that did not fit, with what surrounds them: enough to guess the encoding by. */
  readonly oddBytes: Buffer[];
  hasZero: boolean;
}

const ODD_BYTES_KEPT = 256 * 1024;

/** Answers the check and the function to show it every chunk, in order; `null` at the end. */
export function textCheck(): { readonly check: TextCheck; see(chunk: Buffer | null): void } {
  const check: TextCheck = { utf8: true, oddBytes: [], hasZero: false };
  let carried: Buffer = Buffer.alloc(0);
  let kept = 0;
  const fit = (bytes: Buffer) => {
    if (isUtf8(bytes)) return;
    check.utf8 = false;
    if (kept >= ODD_BYTES_KEPT) return;
    const part = Buffer.from(bytes.subarray(0, ODD_BYTES_KEPT - kept));
    kept += part.length;
    check.oddBytes.push(part);
  };
  return {
    check,
    see(chunk) {
      if (chunk === null) return fit(carried);
      if (!check.hasZero) check.hasZero = chunk.includes(0);
      if (!check.utf8 && kept >= ODD_BYTES_KEPT) return;
      const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
      const whole = bytes.length - countUnfinished(bytes);
      fit(bytes.subarray(0, whole));
      carried = Buffer.from(bytes.subarray(whole));
    },
  };
}

/** How many bytes at the end are the beginning of a character of which the rest is still to come. */
function countUnfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? back : 0;
  }
  return 0;
}
