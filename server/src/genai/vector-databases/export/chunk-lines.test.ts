import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testPlatform } from '../../../../test/platform.ts';
import { indexKeys } from '../find-hits.ts';
import { embeddedLines } from './embedded-lines.ts';
import { linesOf, vectorsOf } from './export-dataset.ts';

const platform = await testPlatform();
const COUNT = 3000;
/** Of very different lengths, longer than any piece of a file among them, with characters of several bytes. */
const texts = Array.from({ length: COUNT }, (_, at) => 'Straße ü 路 '.repeat(at % 1000 === 7 ? 20_000 : at % 13));
const vector = (at: number) => [at + 1, -(at + 1) / 3];
const keys = indexKeys('one');
const lines = texts.map((text) => `${JSON.stringify({ text, source: null, metadata: {}, document: 0 })}\n`).join('');
await platform.blobs.write(keys.lines, Readable.from([Buffer.from(lines)], { objectMode: false }));
const numbers = new Float32Array(texts.flatMap((_, at) => vector(at)));
await platform.blobs.write(keys.vectors, Readable.from([Buffer.from(numbers.buffer)], { objectMode: false }));

test.each([
  [0, COUNT],
  [0, 1],
  [7, 8],
  [1006, 1009],
  [999, 2500],
  [COUNT - 1, COUNT],
])('the chunks %i to %i come with their own vectors, each once', async (from, to) => {
  const vectors = await vectorsOf(platform, 'one', 2, { from, to });
  const seen: { text: string; embedding: number[] }[] = [];
  for await (const { bytes, count } of linesOf(platform, 'one', { from, to })) {
    const written = embeddedLines({ lines: bytes, vectors: await vectors.next(count), dimensions: 2 });
    const some = Buffer.from(written).toString().trimEnd().split('\n');
    expect(some).toHaveLength(count);
    seen.push(...some.map((line) => JSON.parse(line)));
  }
  vectors.close();
  expect(seen.map(({ text }) => text)).toEqual(texts.slice(from, to));
  const rounded = seen.map(({ embedding }) => embedding.map(Math.fround));
  expect(rounded).toEqual(texts.slice(from, to).map((_, at) => vector(from + at).map(Math.fround)));
});

test('fewer vectors than chunks are an error, not an end', async () => {
  const vectors = await vectorsOf(platform, 'one', 2, { from: COUNT - 2, to: COUNT });
  await expect(vectors.next(3)).rejects.toThrow('fewer vectors');
});
