import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';

/** Names as `TextDecoder` knows them; `windows-1252` covers latin-1, which differs in control characters only. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'shift_jis';

/** Encodings that the first bytes identify; null when the whole file is needed. */
export function encodingOfHead(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return utf16WithoutMark(head.subarray(0, 4096));
}

/** Separators, digits and line ends have a zero byte in UTF-16, always on the same side. */
function utf16WithoutMark(head: Buffer): Encoding | null {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < head.length; i++) {
    if (head[i] !== 0) continue;
    if (i % 2 === 0) even += 1;
    else odd += 1;
  }
  const enough = head.length / 8;
  if (odd > enough && even < odd / 20) return 'utf-16le';
  if (even > enough && odd < even / 20) return 'utf-16be';
  return null;
}

/**
 * For bytes that are not UTF-8: Japanese or Western. Japanese text is made of pairs, so every byte must fit one, and
 * most pairs begin with a byte that Western text hardly uses. `sample` may begin and end inside a pair.
 */
export function legacyEncoding(sample: Buffer): Encoding {
  let pairs = 0;
  let typical = 0;
  let broken = 0;
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i] as number;
    if (byte < 0x80) continue;
    if (byte >= 0xa1 && byte <= 0xdf) {
      // A half-width katakana or a Western letter: ambiguous.
      continue;
    }
    const next = sample[i + 1];
    if (next === undefined) break;
    if (isLead(byte) && isTrail(next)) {
      pairs += 1;
      if (byte <= 0x9f) typical += 1;
      i += 1;
    } else {
      broken += 1;
    }
  }
  return pairs > 0 && broken <= pairs / 100 && typical >= pairs / 2 ? 'shift_jis' : 'windows-1252';
}

const isLead = (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
const isTrail = (byte: number) => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f;

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
