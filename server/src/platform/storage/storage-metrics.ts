import { Gauge, type Registry } from 'prom-client';
import type { Platform } from '../context.ts';
import { freeSpace } from './free-space.ts';

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
