import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { problem } from '#platform/http/problem.ts';
import type { Encoding } from './encoding.rules.ts';
import { IngestProblems } from './ingest.problems.ts';

const CHUNK_BYTES = 256 * 1024;

/** Writes the text again as UTF-8, piece by piece. Bytes the encoding does not have are an error with their line. */
export async function transcode(from: string, to: string, encoding: Encoding, signal: AbortSignal): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const file = await open(to, 'wx');
  let lines = 1;
  const write = async (bytes: Buffer | undefined) => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw problem(IngestProblems.undecodable, encoding, lines + linesBeforeOdd(bytes, encoding));
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
    if (text !== '') await file.appendFile(text);
  };
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      await write(chunk);
    }
    await write(undefined);
  } finally {
    await file.close();
  }
}

/** How many lines end before the first byte that the encoding does not have. */
function linesBeforeOdd(bytes: Buffer | undefined, encoding: Encoding): number {
  const text = new TextDecoder(encoding).decode(bytes);
  return text.slice(0, text.indexOf('\ufffd')).split('\n').length - 1;
}

/** The line on which the first zero byte is. */
export async function lineOfZero(path: string): Promise<number> {
  let lines = 1;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const zero = chunk.indexOf(0);
    const end = zero < 0 ? chunk.length : zero;
    for (let at = chunk.indexOf(10); at >= 0 && at < end; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (zero >= 0) break;
  }
  return lines;
}
