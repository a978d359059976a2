import type { Config } from '#config';
import type { Platform } from '#platform/context.ts';
import { createLogger } from '#platform/log/logger.ts';
import { connectOrStart } from '#platform/postgres/postgres.ts';
import { openPlatform } from '../open-platform.ts';

/** A command's own log would drown its answer: only what is worth a warning. */
const LEVEL = 'warn';

/** The database for as long as `work` runs: of the running server when there is one, else started and stopped again. */
export async function withDatabaseUrl<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== null) return work(config.databaseUrl);
  const postgres = await connectOrStart(config.dataDir, createLogger(LEVEL, 'command'));
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

export function withPlatform<T>(config: Config, work: (platform: Platform) => Promise<T>): Promise<T> {
  return withDatabaseUrl(config, async (databaseUrl) => {
    const log = createLogger(LEVEL, 'command');
    const { platform, close } = await openPlatform(config, { databaseUrl, role: 'command', log, connections: 4 });
    try {
      return await work(platform);
    } finally {
      await close();
    }
  });
}
