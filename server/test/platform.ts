import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#config';
import type { Clock } from '#platform/clock.ts';
import type { Platform } from '#platform/context.ts';
import { createLogger } from '#platform/log/logger.ts';
import { replyRecordFile } from '../../scripts/recorded-replies.ts';
import { openPlatform } from '../src/open-platform.ts';
import { afterFile } from './after-file.ts';
import { testDatabase } from './database.ts';

export interface TestPlatformOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly now?: Clock;
  /** An empty database of the test's own, elsewhere than on the PostgreSQL of this test run. */
  readonly databaseUrl?: string;
}

/** The whole platform on a fresh database and an empty data folder, both gone after the test file. */
export async function testPlatform(options: TestPlatformOptions = {}): Promise<Platform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-platform-'));
  const databaseUrl = options.databaseUrl ?? (await testDatabase({ connections: 1 })).url;
  const config = readConfig({
    ALMANAC_DATA_DIR: dataDir,
    ALMANAC_LOG_LEVEL: 'silent',
    ALMANAC_REPLY_RECORD: replyRecordFile('tests'),
    ...options.settings,
  });
  const { platform, close } = await openPlatform(config, {
    databaseUrl,
    role: 'test',
    log: createLogger(config.logLevel, 'test'),
    ...(options.now ? { now: options.now } : {}),
  });
  afterFile(async () => {
    await close();
    // What was begun in the background may still write its last file.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return platform;
}
