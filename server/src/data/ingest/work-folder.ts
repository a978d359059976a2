import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';

const PREFIX = 'ingest-';
const DAY_MS = 24 * 3600 * 1000;

/** Lends a folder for files in between, on the data disk, and removes it whatever happens. */
export async function withWorkFolder<Result>(
  config: Pick<Config, 'dataDir'>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const scratch = join(config.dataDir, 'scratch');
  await mkdir(scratch, { recursive: true });
  await removeForgotten(scratch);
  const folder = await mkdtemp(join(scratch, PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A killed process cannot clean up. No work takes longer than a day. */
async function removeForgotten(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const path = join(scratch, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true });
  }
}
