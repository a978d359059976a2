import { execFileSync } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrokenArchive, readTar } from './tar-reader.ts';
import { TarWriter } from './tar-writer.ts';

type File = readonly [name: string, content: Buffer];

async function packed(files: readonly File[]): Promise<Buffer> {
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

async function unpacked(archive: Buffer, chunkSize: number): Promise<File[]> {
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
      expect(await unpacked(await packed(files), chunkSize)).toEqual(files);
    }),
    { numRuns: 60 },
  );
});

test('any tar program reads it, long names too', async () => {
  const long = `${'folder/'.repeat(40)}file`;
  const archive = await packed([
    ['short', Buffer.from('one')],
    [long, Buffer.from('two')],
  ]);
  const listed = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual(['short', long]);
  expect(execFileSync('tar', ['-xOf', '-', long], { input: archive, encoding: 'utf8' })).toBe('two');
});

test('entries that are not read are skipped', async () => {
  const archive = await packed([
    ['a', Buffer.alloc(3000, 1)],
    ['b', Buffer.from('last')],
  ]);
  const names: string[] = [];
  for await (const entry of readTar(Readable.from([archive]))) names.push(entry.name);
  expect(names).toEqual(['a', 'b']);
});

test('an archive that is cut off or damaged is refused', async () => {
  const archive = await packed([['a', Buffer.alloc(3000, 1)]]);
  await expect(unpacked(archive.subarray(0, 2000), 512)).rejects.toThrow(BrokenArchive);
  const damaged = Buffer.from(archive);
  damaged[0] = 0x62;
  await expect(unpacked(damaged, 512)).rejects.toThrow('checksum');
});

test('a stream that is longer or shorter than promised is refused', async () => {
  const promise = (size: number) =>
    new TarWriter(new PassThrough()).stream('a', size, Readable.from([Buffer.from('abc')]));
  await expect(promise(2)).rejects.toThrow('changed from 2 to 3 bytes');
  await expect(promise(4)).rejects.toThrow('changed from 4 to 3 bytes');
});
