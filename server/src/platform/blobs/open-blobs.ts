import { join } from 'node:path';
import type { Config } from '#config';
import type { Blobs } from './blobs.ts';
import { openDiskBlobs } from './disk-blobs.ts';

/** The bucket when one is configured, else a folder of the data folder. The bucket's client is loaded only then. */
export async function openBlobs(config: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Blobs> {
  if (config.storageUrl === null) return openDiskBlobs(join(config.dataDir, 'blobs'));
  const { openBucketBlobs } = await import('./bucket-blobs.ts');
  return openBucketBlobs(config.storageUrl);
}
