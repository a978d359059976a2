import { createWriteStream } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NoSuchBlob } from '#platform/blobs/blob-key.ts';
import type { Platform } from '#platform/context.ts';
import type { KeptFile } from './stored-rows.store.ts';
import type { TableFile } from './table-files.ts';

/** Somebody folded the same rows meanwhile: the work is to be done again, on the new files. */
export class FilesMoved extends Error {
  override readonly name = 'FilesMoved';
}

/** Kept files as files in the folder. They are ours: whoever folds the same rows meanwhile takes nothing away. */
export async function lendFiles(
  { blobs }: Pick<Platform, 'blobs'>,
  files: readonly KeptFile[],
  folder: string,
  signal: AbortSignal,
): Promise<TableFile[]> {
  const lent: TableFile[] = [];
  for (const { id, key, columns } of files) {
    const path = join(folder, `${id}.parquet`);
    await rm(path, { force: true });
    try {
      const local = blobs.localPath(key);
      if (local !== null) await borrow(local, path);
      else await pipeline(await blobs.read(key), createWriteStream(path, { flags: 'wx' }), { signal });
    } catch (error) {
      if (isGone(error)) throw new FilesMoved(`The kept rows ${key} are gone`);
      throw error;
    }
    lent.push({ path, format: 'parquet', columns: columns ?? [] });
  }
  return lent;
}

const isGone = (error: unknown): boolean =>
  error instanceof NoSuchBlob || (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A second name costs nothing; where the folders lie on different disks it must be a copy. */
async function borrow(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isGone(error)) throw error;
    await copyFile(from, to);
  }
}
