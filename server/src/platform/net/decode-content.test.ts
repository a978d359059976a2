import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeContent, isDecodingError } from './decode-content.ts';

const ROWS = 'a,b\n1,2\n'.repeat(50_000);
const PACKED = [
  ['gzip', gzipSync(ROWS)],
  ['x-gzip', gzipSync(ROWS)],
  ['deflate', deflateSync(ROWS)],
  ['br', brotliCompressSync(ROWS)],
] as const;
const decoded = (encoding: string, bytes: Buffer) => {
  const found = decodeContent(Readable.from([bytes]), encoding);
  if (found === undefined) throw new Error(`${encoding} is unknown`);
  return found;
};

test.each(PACKED)('%s is decompressed, and its bytes are counted', async (encoding, bytes) => {
  const { stream, encodedBytes } = decoded(` ${encoding.toUpperCase()} `, bytes);
  expect(await text(stream)).toBe(ROWS);
  expect(encodedBytes()).toBe(bytes.length);
});

test.each(PACKED)('%s that breaks off fails whoever reads it', async (encoding, bytes) => {
  const failed = await text(decoded(encoding, bytes.subarray(0, -9)).stream).catch((error: unknown) => error);
  expect(isDecodingError(failed)).toBe(true);
});

test.each(PACKED)('%s that breaks off while nobody listens ends nothing', async (encoding, bytes) => {
  const { stream } = decoded(encoding, bytes.subarray(0, -9));
  stream.resume();
  await new Promise((resolve) => stream.once('close', resolve));
  expect(stream.listenerCount('error')).toBeGreaterThan(0);
  expect(stream.emit('error', new Error('late'))).toBe(true);
});

test('an encoding nobody knows', () => {
  expect(decodeContent(Readable.from([]), 'zip')).toBeUndefined();
  expect(decodeContent(Readable.from([]), 'constructor')).toBeUndefined();
  expect(isDecodingError(new Error('other'))).toBe(false);
});
