import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '#platform/context.ts';
import type { KeptFile } from './kept-row.store.ts';
import type { TableFile } from './table-sql.ts';

/** Kept files as files on this machine: where they lie, or copies in the folder. */
export async function lendFiles(
  { blobs }: Pick<Platform, 'blobs'>,
  files: readonly KeptFile[],
  folder: string,
  signal: AbortSignal,
): Promise<TableFile[]> {
  const lent: TableFile[] = [];
  for (const { id, key, columns } of files) {
    let path = blobs.localPath(key);
    if (path === null) {
      path = join(folder, `${id}.parquet`);
      await pipeline(await blobs.read(key), createWriteStream(path, { flags: 'wx' }), { signal });
    }
    lent.push({ path, format: 'parquet', columns: columns ?? [] });
  }
  return lent;
}
