import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs } from './blobs.ts';
import { openBlobs } from './open-blobs.ts';

let folder: string;
let bucketServer: S3rver;
const stores: Record<string, Blobs> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-blobs-'));
  bucketServer = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket-server'),
    configureBuckets: [{ name: 'almanac' }],
  });
  const { port } = await bucketServer.run();
  const storageUrl = `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/almanac/some/prefix`;
  stores.disk = await openBlobs({ dataDir: folder, storageUrl: null });
  stores.bucket = await openBlobs({ dataDir: folder, storageUrl });
});
afterAll(async () => {
  await bucketServer.close();
  await rm(folder, { recursive: true });
});

const text = async (blobs: Blobs, key: string, range?: { start: number; end: number }) =>
  (await buffer(await blobs.read(key, range))).toString();

describe.each(['disk', 'bucket'])('blobs on a %s', (name) => {
  const store = () => stores[name] as Blobs;
  const write = (key: string, content: string) => store().write(key, Readable.from([Buffer.from(content)]));
  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const key of store().list(prefix)) found.push(key);
    return found.sort();
  };

  it('gives back what was written, and its size in bytes', async () => {
    expect(await write('data/one.csv', 'größe')).toBe(7);
    expect(await text(store(), 'data/one.csv')).toBe('größe');
    expect(await store().size('data/one.csv')).toBe(7);
  });

  it('replaces a blob as a whole', async () => {
    await write('data/replaced', 'a long first content');
    await write('data/replaced', 'second');
    expect(await text(store(), 'data/replaced')).toBe('second');
  });

  it('takes an empty one', async () => {
    expect(await write('data/empty', '')).toBe(0);
    expect(await text(store(), 'data/empty')).toBe('');
    expect(await store().size('data/empty')).toBe(0);
  });

  it('streams one larger than a part of an upload', async () => {
    const chunks = Array.from({ length: 40 }, () => randomBytes(512 * 1024));
    expect(await store().write('models/large', Readable.from(chunks))).toBe(20 * 1024 * 1024);
    expect((await buffer(await store().read('models/large'))).equals(Buffer.concat(chunks))).toBe(true);
  });

  it('reads a range, both ends included', async () => {
    await write('data/range', '0123456789');
    expect(await text(store(), 'data/range', { start: 2, end: 4 })).toBe('234');
    expect(await text(store(), 'data/range', { start: 8, end: 99 })).toBe('89');
    expect(await text(store(), 'data/range', { start: 10, end: 20 })).toBe('');
    await expect(store().read('data/range', { start: 4, end: 2 })).rejects.toThrow('Bytes 4 to 2 are no range');
  });

  it('leaves nothing, and keeps what was there, when the content breaks off', async () => {
    await write('data/kept', 'before');
    const breaking = (bytes: number) =>
      Readable.from(
        (async function* () {
          yield randomBytes(bytes);
          throw new Error('the client went away');
        })(),
      );
    for (const bytes of [10, 9 * 1024 * 1024]) {
      await expect(store().write('data/kept', breaking(bytes))).rejects.toThrow('the client went away');
      await expect(store().write('data/never', breaking(bytes))).rejects.toThrow('the client went away');
    }
    expect(await text(store(), 'data/kept')).toBe('before');
    expect(await store().size('data/never')).toBeNull();
  });

  it('says so when there is none', async () => {
    expect(await store().size('data/nothing')).toBeNull();
    expect(await store().size('data')).toBeNull();
    await expect(store().read('data/nothing')).rejects.toThrow('There is no blob "data/nothing"');
    await expect(store().read('data')).rejects.toThrow('There is no blob');
    await expect(store().move('data/nothing', 'data/else')).rejects.toThrow('There is no blob "data/nothing"');
    await store().delete('data/nothing');
  });

  it('deletes', async () => {
    await write('data/gone', 'x');
    await store().delete('data/gone');
    expect(await store().size('data/gone')).toBeNull();
  });

  it('moves, over another if need be', async () => {
    await write('moving/from', 'new');
    await write('moving/far/to', 'old');
    await store().move('moving/from', 'moving/far/to');
    expect(await text(store(), 'moving/far/to')).toBe('new');
    expect(await store().size('moving/from')).toBeNull();
    await store().move('moving/far/to', 'moving/far/to');
    expect(await text(store(), 'moving/far/to')).toBe('new');
  });

  it('lists what lies under a prefix, whatever lies deeper too', async () => {
    const written = ['list/a-1', 'list/a/deep/er', 'list/a.b', 'list/b', 'listed'];
    for (const key of written) await write(key, 'x');
    expect(await keys('list/')).toEqual(['list/a-1', 'list/a.b', 'list/a/deep/er', 'list/b']);
    expect(await keys('list/a/')).toEqual(['list/a/deep/er']);
    expect(await keys('nowhere/')).toEqual([]);
    await expect(keys('list')).rejects.toThrow('must end with a slash');
    expect(await keys('')).toEqual(expect.arrayContaining(written));
  });

  it.each([
    '',
    '/etc/passwd',
    '../outside',
    'a/../../outside',
    'a//b',
    'a/',
    '.hidden',
    'a/./b',
    'a\\..\\b',
    'a\0b',
    'a b',
    'ü',
    'x'.repeat(901),
    `${'y'.repeat(201)}/z`,
  ])('refuses the key %j everywhere', async (key) => {
    const sentence = 'cannot be the key of a blob';
    await expect(store().write(key, Readable.from(['x']))).rejects.toThrow(sentence);
    await expect(store().read(key)).rejects.toThrow(sentence);
    await expect(store().size(key)).rejects.toThrow(sentence);
    await expect(store().delete(key)).rejects.toThrow(sentence);
    await expect(store().move(key, 'fine')).rejects.toThrow(sentence);
    await write('present', 'x');
    await expect(store().move('present', key)).rejects.toThrow(sentence);
    await expect(keys(`${key}/`)).rejects.toThrow(sentence);
  });
});

describe('the folder on disk', () => {
  it('says where a blob lies, which a bucket cannot', async () => {
    await stores.disk?.write('here/it', Readable.from([Buffer.from('is')]));
    expect(await readFile(stores.disk?.localPath('here/it') ?? '', 'utf8')).toBe('is');
    expect(stores.bucket?.localPath('here/it')).toBeNull();
    for (const store of Object.values(stores)) expect(() => store.localPath('../out')).toThrow('cannot be the key');
  });

  it('forgets drafts of processes that are gone, and those nobody has written to for a day, and only those', async () => {
    const drafts = join(folder, 'blobs', '.unfinished');
    const { pid: dead } = spawnSync('true');
    const killed = `${hostname().replaceAll('_', '-')}~${dead}~0123456789ab_killed`;
    const running = `${hostname().replaceAll('_', '-')}~${process.ppid}~0123456789ab_running`;
    for (const name of ['old', 'young', killed, running, 'elsewhere~1~0123456789ab_young']) {
      await writeFile(join(drafts, name), 'x');
    }
    await utimes(join(drafts, 'old'), new Date(0), new Date(0));
    await stores.disk?.sweep(new Date());
    expect((await readdir(drafts)).sort()).toEqual(['elsewhere~1~0123456789ab_young', running, 'young'].sort());
  });
});

describe('the address of a bucket', () => {
  it.each(['s3://key:secret@host/', 's3://key:secret@host/X', 's3://host/ab'])('%s is refused', async (storageUrl) => {
    await expect(openBlobs({ dataDir: folder, storageUrl })).rejects.toThrow('ALMANAC_STORAGE_URL');
  });
});
