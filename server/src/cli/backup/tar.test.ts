import { execFileSync } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrokenArchive, readTar, TarWriter } from './tar.ts';

type File = readonly [name: string, content: Buffer];

async function pack(files: readonly File[]): Promise<Buffer> {
  const out = new PassThrough();
  const whole = buffer(out);
  const tar = new TarWriter(out);
  for (const [name, content] of files) {
    if (content.length % 2 === 0) await tar.file(name, content);
    else await tar.stream(name, content.length, Readable.from([content]));
  }
  await tar.end();
  return whole;
}

async function unpack(archive: Buffer, chunkSize: number): Promise<File[]> {
  const chunks = function* () {
    for (let at = 0; at < archive.length; at += chunkSize) yield archive.subarray(at, at + chunkSize);
  };
  const files: File[] = [];
  for await (const entry of readTar(Readable.from(chunks()))) {
    const parts: Buffer[] = [];
    for await (const part of entry.content) parts.push(part);
    files.push([entry.name, Buffer.concat(parts)]);
  }
  return files;
}

const aName = fc
  .array(fc.stringMatching(/^[a-zäß0-9_-]{1,60}$/), { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join('/'));
const aFile = fc.tuple(
  aName,
  fc.uint8Array({ maxLength: 1500 }).map((bytes) => Buffer.from(bytes)),
);

test('what is written is read again, whatever the names, sizes and chunks', async () => {
  const someFiles = fc.array(aFile, { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(someFiles, fc.integer({ min: 1, max: 2000 }), async (files, chunkSize) => {
      expect(await unpack(await pack(files), chunkSize)).toEqual(files);
    }),
    { numRuns: 60 },
  );
});

test('any tar program reads it, long names too', async () => {
  const long = `${'folder/'.repeat(40)}file`;
  const archive = await pack([
    ['short', Buffer.from('one')],
    [long, Buffer.from('two')],
  ]);
  const listed = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual(['short', long]);
  expect(execFileSync('tar', ['-xOf', '-', long], { input: archive, encoding: 'utf8' })).toBe('two');
});

test('entries that are not read are skipped', async () => {
  const archive = await pack([
    ['a', Buffer.alloc(3000, 1)],
    ['b', Buffer.from('last')],
  ]);
  const names: string[] = [];
  for await (const entry of readTar(Readable.from([archive]))) names.push(entry.name);
  expect(names).toEqual(['a', 'b']);
});

test('an archive that is cut off or damaged is refused', async () => {
  const archive = await pack([['a', Buffer.alloc(3000, 1)]]);
  await expect(unpack(archive.subarray(0, 2000), 512)).rejects.toThrow(BrokenArchive);
  const damaged = Buffer.from(archive);
  damaged[0] = 0x62;
  await expect(unpack(damaged, 512)).rejects.toThrow('checksum');
});

test('a stream that is longer or shorter than promised is refused', async () => {
  const promise = (size: number) =>
    new TarWriter(new PassThrough()).stream('a', size, Readable.from([Buffer.from('abc')]));
  await expect(promise(2)).rejects.toThrow('changed from 2 to 3 bytes');
  await expect(promise(4)).rejects.toThrow('changed from 4 to 3 bytes');
});

/** Written by the tar writer of earlier versions: a short name, one that needs an extended header, an empty file. */
const EARLIER_ARCHIVE = gunzipSync(
  Buffer.from(
    'H4sIAAAAAAACA+3YwW7CMAwA0Nwm8RVV71CnoYk0iY9JqcvY2qRLUgmY9i37i/0APzbBZVp3gMMSIeZ3cZSLD5Fj2b022xZ9WDx7' +
      'a1gcAAAS4BzhdwQQ8vt8uuewFBXLgCUw+qAdgyS5btBb3lrX65A/5rrrtdHrea3XL+Mw5/n7jJE7h7uApsEmZo5L9V8q+Fn/oCqp' +
      'WLaj+o+OK54NOjyt6s7Wvmht16C7jbBxx8/jBy4G7V5HDDMuMr894IpXAPQz/ZHOmk3sHBfqv1RiOal/KUvq/0k8EEIIuTvX/P9B' +
      '1x36Avsh7Itz++Xp5//pmYNSkvp/kvnPNDFXP1e+v5jOf+I0/9H7J9j/0JKHEEL+pS+l3hd9ABoAAA==',
    'base64',
  ),
);

test('archives of earlier versions are read', async () => {
  expect(await unpack(EARLIER_ARCHIVE, 700)).toEqual([
    ['manifest.json', Buffer.from('{"format":"almanac-backup-1"}\n')],
    [`blobs/${'folder/'.repeat(20)}größe.parquet`, Buffer.alloc(1500, 7)],
    ['tables/empty/000001', Buffer.alloc(0)],
    ['end.json', Buffer.from('{}\n')],
  ]);
});

test('an output that fails makes the entry fail, and does not wait for ever', async () => {
  const out = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) });
  const tar = new TarWriter(out);
  const chunks = function* () {
    for (let i = 0; i < 64; i++) yield Buffer.alloc(1024 ** 2);
  };
  await expect(tar.stream('large', 64 * 1024 ** 2, Readable.from(chunks()))).rejects.toThrow('the disk is full');
});
