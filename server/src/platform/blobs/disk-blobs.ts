import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOwnerGone, ownerOfThisProcess } from '../process-owner.ts';
import { type Blobs, checkKey, checkPrefix, checkRange, NoSuchBlob } from './blobs.ts';

/** No key begins with a dot, so half-written files are never found as blobs. */
const UNFINISHED = '.unfinished';

export async function openDiskBlobs(folder: string): Promise<Blobs> {
  const unfinished = join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const owner = ownerOfThisProcess();
  const place = (key: string) => join(folder, ...checkKey(key).split('/'));

  return {
    async write(key, content) {
      const target = place(key);
      const draft = join(unfinished, `${owner}_${randomBytes(12).toString('hex')}`);
      try {
        const size = await writeDurably(draft, content);
        await moveDurably(draft, target);
        return size;
      } catch (error) {
        content.destroy();
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      const path = place(key);
      if (range) checkRange(range);
      const file = await open(path, 'r').catch(missing(key));
      if (!(await file.stat()).isFile()) {
        await file.close();
        throw new NoSuchBlob(key);
      }
      return file.createReadStream(range ?? {});
    },
    async size(key) {
      const found = await stat(place(key)).catch(absent);
      return found?.isFile() ? found.size : null;
    },
    async delete(key) {
      const path = place(key);
      const found = await stat(path).catch(absent);
      if (found?.isFile()) await rm(path, { force: true });
    },
    async *list(prefix) {
      yield* filesUnder(folder, checkPrefix(prefix));
    },
    async move(from, to) {
      const source = place(from);
      const found = await stat(source).catch(absent);
      if (!found?.isFile()) throw new NoSuchBlob(from);
      await moveDurably(source, place(to));
    },
    sweep: (now) => sweepDrafts(unfinished, now),
    localPath: place,
  };
}

/** Left by processes that were killed while writing. Of those on other machines only the age of the file is known. */
async function sweepDrafts(folder: string, now: Date): Promise<void> {
  const dayAgo = now.getTime() - 24 * 3600 * 1000;
  for (const name of await readdir(folder)) {
    const draft = await stat(join(folder, name)).catch(absent);
    const [owner = '', id] = name.split('_');
    const isLeft = (id !== undefined && isOwnerGone(owner)) || (draft?.mtimeMs ?? 0) < dayAgo;
    if (isLeft) await rm(join(folder, name), { force: true });
  }
}

/** Nothing is left of it when the content breaks off: opened first, it cannot appear after it was removed. */
async function writeDurably(path: string, content: Readable): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  const writer = file.createWriteStream({ flush: true });
  try {
    await pipeline(content, writer);
    return writer.bytesWritten;
  } catch (error) {
    if (!writer.closed) await once(writer, 'close');
    throw error;
  }
}

/** A rename is only safe from a power cut once the folder that names the file is written too. */
async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** In the order of a bucket: by the bytes of the whole key. */
async function* filesUnder(folder: string, prefix: string): AsyncIterable<string> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((): Dirent[] => []);
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  for (const name of names.sort()) {
    if (name.startsWith('.')) continue;
    if (name.endsWith('/')) yield* filesUnder(folder, prefix + name);
    else yield prefix + name;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
const isAbsence = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

function absent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}

const missing = (key: string) => (error: unknown) => {
  throw isAbsence(error) ? new NoSuchBlob(key) : error;
};
