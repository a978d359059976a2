import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type CsvStyle, type FileConsumer, fromParquet } from '../duckdb/csv-files.ts';
import { withScratchFolder } from '../duckdb/scratch-folder.ts';
import type { DatasetProfile } from '../profile/profile.types.ts';
import { DatasetProblems } from './dataset.problems.ts';
import { versionStore } from './version.store.ts';
import { profileOf } from './version-ending.store.ts';

/**
 * Lends the Parquet file of a COMPLETED version as a file on this machine: where it lies, or a copy from the bucket that
 * is removed afterwards. For jobs: who may read it was decided when the job was made.
 */
export async function withVersionParquet<Result>(
  platform: Platform,
  versionId: string,
  work: (path: string) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { blobs, db, config } = platform;
  const version = await versionStore(db.queries).raw(versionId);
  const key = version?.parquet_key ?? refuse(DatasetProblems.unreadable, versionId, version?.error || 'it is gone');
  const path = blobs.localPath(key);
  if (path !== null) return work(path);
  return withScratchFolder(config, 'ingest', async (folder) => {
    const copy = join(folder, 'table.parquet');
    await pipeline(await blobs.read(key), createWriteStream(copy, { flags: 'wx' }), signal ? { signal } : {});
    return work(copy);
  });
}

/** What is known about the columns of a COMPLETED version. */
export async function versionProfile(platform: Pick<Platform, 'db'>, versionId: string): Promise<DatasetProfile> {
  return (
    (await profileOf(platform.db.queries, versionId)) ?? refuse(DatasetProblems.unreadable, versionId, 'it is gone')
  );
}

export const versionAsCsv = <Result>(
  platform: Platform,
  versionId: string,
  style: CsvStyle,
  consumer: FileConsumer<Result>,
): Promise<Result> =>
  withVersionParquet(platform, versionId, (path) => fromParquet(platform, path, style, consumer), consumer.signal);
