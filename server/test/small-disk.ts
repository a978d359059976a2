import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounting needs the rights of an administrator; other tests of a full disk write to /dev/full, which needs none. */
export const canMount = process.getuid?.() === 0;

export interface SmallDisk {
  readonly folder: string;
  /** Takes all space that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
}

/** A real file system of a few megabytes. `whenOver` is `onTestFinished` in a test, `afterAll` elsewhere. */
export function smallDisk(megabytes: number, whenOver: (remove: () => void) => void): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  whenOver(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const { bavail, bsize } = statfsSync(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize), { flag: 'a' }).catch(() => undefined);
    },
    free: () => rm(filler, { force: true }),
  };
}
