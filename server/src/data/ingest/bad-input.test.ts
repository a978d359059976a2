import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { ingesting } from './ingest.fixtures.ts';

const { leftBehind, read } = await ingesting();

afterEach(async () => expect(await leftBehind()).toEqual([]));

const rows = (count: number, line = '1,2,3') => `a,b,c\n${`${line}\n`.repeat(count)}`;

test.each([
  ['nothing', '', 'The file "data.csv" is empty'],
  ['only blanks', ' \n\n \n', 'is empty'],
  ['header only', 'a,b,c\n', 'a header with 3 columns and no rows'],
  ['a short row', `${rows(3)}4,5\n`, 'Line 5: 2 values where the header has 3'],
  ['a long row', `${rows(1)}4,5,6,7\n${rows(2)}`, 'Line 3: 4 values where the header has 3'],
  [
    'a short row after a value of three lines',
    'a,b,c\n1,"x\ny\n\nz",3\n4,5\n',
    'Line 6: 2 values where the header has 3',
  ],
  ['a short row after empty lines', 'a,b,c\n\n\n1,2,3\n4,5\n', 'Line 5: 2 values'],
  ['cut off in a row', rows(1000).slice(0, -5), 'Line 1001: 1 value where the header has 3'],
  ['cut off in a quoted value', `${rows(2)}4,"five`, 'Line 4: a quoted value is not closed'],
  ['quotes inside a quoted value', `${rows(2)}4,"5 "x" y",6\n`, 'Line 4: a quoted value is not closed'],
  ['cut off in a quoted name', 'a,"b', 'Line 1: a quoted value is not closed'],
  ['a very long line', `${rows(2)}1,2,${'x'.repeat(3_000_000)}\n`, 'Line 4: longer than 2000000 bytes'],
  ['a zero byte', 'a,b\n1,2\n3,\u0000\n', 'Line 3: The file contains binary data'],
  ['a JSON line cut off', '{"a":1}\n{"a":2}\n{"a":', 'Line 3: not a whole JSON object'],
  ['a JSON line that is no object', '{"a":1}\n\n5\n', 'Line 3: not a whole JSON object'],
  ['a JSON list cut off', '[{"a":1},{"a":', 'The JSON file cannot be read'],
  ['half a Parquet file', 'PAR1 and then nothing of the kind', 'The Parquet file cannot be read'],
  ['a PDF', '%PDF-1.7 ...', 'The file is a PDF document, which cannot be read'],
  [
    '10,001 columns',
    `${Array.from({ length: 10_001 }, (_, i) => `c${i}`).join(',')}\n1\n`,
    'Line 1: 10001 columns; a dataset has at most 10000',
  ],
])('%s', async (_, bytes, sentence) => {
  await expect(read(bytes)).rejects.toThrow(sentence);
  await expect(read(bytes)).rejects.toMatchObject({ status: 422 });
});

test('noise called .csv', async () => {
  for (let i = 0; i < 5; i++) {
    await expect(read(randomBytes(10_000))).rejects.toThrow('contains binary data');
    const withoutZeros = Buffer.from(randomBytes(10_000).map((byte) => byte || 1));
    await expect(read(withoutZeros)).rejects.toThrow('contains binary data');
  }
});

test('a gzip file that is cut off, damaged, or a bomb', async () => {
  const packed = gzipSync(rows(100_000, `${Math.random()},x,y`));
  await expect(read(packed.subarray(0, packed.length - 100))).rejects.toThrow('The gzip file cannot be read');
  const damaged = Buffer.from(packed);
  damaged.fill(0, 40, 60);
  await expect(read(damaged)).rejects.toThrow('The gzip file cannot be read');
  const bomb = gzipSync(Buffer.alloc(100 * 1024 ** 2, 'a'));
  await expect(read(bomb)).rejects.toThrow('more than 250 times as large');
  await expect(read(gzipSync(gzipSync('a\n1\n')))).rejects.toThrow('a gzip file inside a gzip file');
});

test('stopping ends the work with the reason', async () => {
  const stop = new AbortController();
  stop.abort(new Error('cancelled by its owner'));
  await expect(read(rows(10), { signal: stop.signal })).rejects.toThrow('cancelled by its owner');
});
