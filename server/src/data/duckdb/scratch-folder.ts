import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#config';

const DAY_MS = 24 * 3600 * 1000;
/** Which machine and process a folder belongs to stands in its name: `ingest-4711@host-AbCdEf`. */
const OWNED = /^[a-z]+-(\d+)@(.*)-[^-]+$/;

/** Lends a folder on the data disk for files in between, and removes it whatever happens. */
export async function withScratchFolder<Result>(
  config: Pick<Config, 'dataDir'>,
  kind: 'ingest' | 'sql',
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const scratch = join(config.dataDir, 'scratch');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await removeForgotten(scratch);
  const folder = await mkdtemp(join(scratch, `${kind}-${process.pid}@${hostname()}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes folders of killed processes; of other machines only the age is known. */
async function removeForgotten(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const path = join(scratch, name);
    const [, pid, host] = OWNED.exec(name) ?? [];
    const found = await stat(path).catch(() => null);
    if (found === null) continue;
    const orphan = host === hostname() && !isAlive(Number(pid));
    if (orphan || found.mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is a process too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
