import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../server/src/config/index.ts';
import { openPlatform } from '../server/src/open-platform.ts';
import { createLogger } from '../server/src/platform/log/logger.ts';
import { start } from '../server/src/platform/postgres/postgres.ts';

type PlatformOptions = Parameters<typeof openPlatform>[1];

/** A folder for one run. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'almanac-bench-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A PostgreSQL in this folder that says nothing but errors. */
export const startPostgres = (folder: string) => start(folder, { info: () => undefined, error: console.error });

/** The platform in this process, on a database of its own that is gone afterwards. */
export async function benchPlatform(options: Partial<PlatformOptions> = {}) {
  const folder = await temporaryFolder();
  const postgres = await startPostgres(folder);
  const config = readConfig({ ALMANAC_DATA_DIR: folder, ALMANAC_LOG_LEVEL: 'silent' });
  const log = createLogger('silent', 'bench');
  const opened = await openPlatform(config, { databaseUrl: postgres.url, role: 'command', log, ...options });
  return {
    platform: opened.platform,
    folder,
    databaseUrl: postgres.url,
    async close(): Promise<void> {
      await opened.close();
      await postgres.stop();
      await removeFolder(folder);
    },
  };
}
