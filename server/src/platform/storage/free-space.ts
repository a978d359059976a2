import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Platform } from '../context.ts';

interface FreeSpace {
  readonly bytes: number;
  /** Less than the server should have. */
  readonly isLow: boolean;
}

/** What is left on the disk of the data folder; null where that cannot be found out. */
async function freeSpace({ config }: Pick<Platform, 'config'>): Promise<FreeSpace | null> {
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

/** How much space is left on the disk of the data folder, as figures to watch. */
export function meterStorage(registry: Registry, platform: Pick<Platform, 'config'>): void {
  const registers = [registry];
  new Gauge({
    name: 'almanac_storage_free_bytes',
    help: 'Free bytes on the disk of the data folder',
    registers,
    async collect() {
      const free = await freeSpace(platform);
      if (free !== null) this.set(free.bytes);
    },
  });
  new Gauge({
    name: 'almanac_storage_full',
    help: '1 when the disk of the data folder has less free space than ALMANAC_STORAGE_LOW_BYTES, else 0',
    registers,
    async collect() {
      this.set((await freeSpace(platform))?.isLow ? 1 : 0);
    },
  });
}

/** The disk is full, the account's share of it is used up, or PostgreSQL says so of its own disk. */
export const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Writing failed for want of space: what a program that says so only in words is turned into. */
export class NoSpaceLeft extends Error {
  readonly code = 'ENOSPC';
}
