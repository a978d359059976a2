import { statfs } from 'node:fs/promises';
import type { Platform } from '../context.ts';

export interface FreeSpace {
  readonly bytes: number;
  /** Less than the server should have. */
  readonly isLow: boolean;
}

/** What is left on the disk of the data folder; null where that cannot be found out. */
export async function freeSpace({ config }: Pick<Platform, 'config'>): Promise<FreeSpace | null> {
  try {
    const { bavail, bsize } = await statfs(config.dataDir);
    const bytes = bavail * bsize;
    return { bytes, isLow: bytes < config.storageLowBytes };
  } catch {
    return null;
  }
}

/** A sentence for whoever looks after the server; null while there is enough space. */
export async function lowSpace(platform: Pick<Platform, 'config'>): Promise<string | null> {
  const free = await freeSpace(platform);
  if (free === null || !free.isLow) return null;
  return (
    `The disk of the data folder (ALMANAC_DATA_DIR) has ${free.bytes} bytes free, less than ` +
    `${platform.config.storageLowBytes} (ALMANAC_STORAGE_LOW_BYTES). Free space or enlarge it.`
  );
}
