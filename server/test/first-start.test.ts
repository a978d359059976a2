import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ensureAdministrator } from '#accounts';
import { readConfig } from '#config';
import { createLogger } from '#platform/log/logger.ts';
import { createApp } from '../src/app.ts';
import { openPlatform } from '../src/open-platform.ts';
import { testDatabase } from './database.ts';
import { hasPgvector, pgvectorPostgres } from './pgvector.ts';

const AT_ONCE = 6;
const log = createLogger('silent', 'test');

/** What `serve` does before it listens, on a pool and a data folder of its own. */
async function firstStart(databaseUrl: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-first-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    ALMANAC_DATA_DIR: dataDir,
    ALMANAC_LOG_LEVEL: 'silent',
    ALMANAC_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ALMANAC_ADMIN_USERNAME: 'ada',
    ALMANAC_ADMIN_PASSWORD: 'nine tall lighthouses',
    ALMANAC_ADMIN_API_KEY: 'key-of-the-first-administrator',
  });
  const { platform, close } = await openPlatform(config, { databaseUrl, role: 'serve', log, connections: 3 });
  try {
    await ensureAdministrator(platform);
    await (await createApp(platform, { version: 'test' })).close();
  } finally {
    await close();
  }
}

async function startTogether(databaseUrl: string): Promise<string[]> {
  const starts = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => firstStart(databaseUrl)));
  return starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
}

describe('servers that are first started together on an empty database', () => {
  test.each([1, 2, 3, 4])('none of them dies (time %i)', async () => {
    const db = await testDatabase({ migrated: false });
    expect(await startTogether(db.url)).toEqual([]);
    const { rows } = await db.pool.query('SELECT username FROM users');
    expect(rows).toEqual([{ username: 'ada' }]);
  });

  test.skipIf(!hasPgvector)('nor where they have to create an extension', async () => {
    const postgres = await pgvectorPostgres();
    onTestFinished(() => postgres.stop());
    expect(await startTogether(await postgres.database())).toEqual([]);
  });
});
